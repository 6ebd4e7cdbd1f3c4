import { nameBalance } from '../../../platform/name-balance.ts'
import { balanceNameOf } from '../../../../contract/brand.ts'
import { foreignPage } from '../../../../contract/frame-address.ts'
import { escapeHtml } from '../../../platform/escape-html.ts'
import { contentHtml } from '../layout.ts'
import type { HostedBody, HostedDeps, HostedView } from '../send-hosted.ts'
import { helpTexts } from './help-texts.ts'

/** Shown as customer service while a reseller has not set an address of its own: a way to a person, then questions. */
export function helpBody({ language, reseller, resellerId }: HostedView, { config }: HostedDeps): HostedBody {
  const help = helpTexts[language]
  const contact = reseller?.contact ?? config.operatorContact
  const way = contact
    ? `<p>${contactHtml(contact)}</p><p class="soft">${escapeHtml(help.caution)}</p>`
    : `<p>${escapeHtml(help.ask)}</p>`
  const first = `<section id="contact"><h2>${escapeHtml(help.contact)}</h2>${way}</section>`
  return { title: help.title, html: first + nameBalance(contentHtml(help), balanceNameOf(resellerId), language) }
}

const MAIL = /^[\w.+-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i

/** One line that somebody typed: a link where it is an address and nothing else. */
function contactHtml(contact: string): string {
  const href = MAIL.test(contact) ? `mailto:${contact}` : foreignPage(contact, [])?.href
  const text = escapeHtml(contact)
  return href ? `<a href="${escapeHtml(href)}" target="_blank" rel="noopener nofollow">${text}</a>` : text
}
