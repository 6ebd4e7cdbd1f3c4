import { DEFAULT_RESELLER_KEY } from '../../../../contract/app-key.ts'
import { balanceNameOf } from '../../../../contract/default-brand.ts'
import { foreignPage } from '../../../../contract/frame-address.ts'
import { escapeHtml } from '../../../platform/text/escape-html.ts'
import { nameBalance } from '../../../platform/text/name-balance.ts'
import { contentHtml } from '../layout.ts'
import { ownTextHtml } from '../own-text.ts'
import type { HostedBody, HostedDeps, HostedView } from '../send-hosted.ts'
import { helpTexts } from './help-texts.ts'

/**
 * The customer service page until a reseller sets its own address: first a contact, then the reseller's own text or our
 * questions.
 */
export async function helpBody(view: HostedView, deps: HostedDeps): Promise<HostedBody> {
  const { language, reseller, resellerId } = view
  const help = helpTexts[language]
  const contact = reseller?.contact ?? deps.config.operatorContact
  const way = contact
    ? `<p>${contactHtml(contact)}</p><p class="soft">${escapeHtml(help.caution)}</p>`
    : `<p>${escapeHtml(resellerId === DEFAULT_RESELLER_KEY ? help.askNobody : help.ask)}</p>`
  const first = `<section id="contact"><h2>${escapeHtml(help.contact)}</h2>${way}</section>`
  const own = await ownTextHtml(view, deps, 'help')
  const rest = own ?? nameBalance(contentHtml(help), balanceNameOf(resellerId), language)
  return { title: help.title, html: first + rest }
}

const MAIL = /^[\w.+-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i

/** A contact line that somebody typed. It becomes a link when it is an address and nothing else. */
function contactHtml(contact: string): string {
  const href = MAIL.test(contact) ? `mailto:${contact}` : foreignPage(contact, [])?.href
  const text = escapeHtml(contact)
  return href ? `<a href="${escapeHtml(href)}" target="_blank" rel="noopener nofollow">${text}</a>` : text
}
