import { writeAppKey } from '../../../../contract/app-key.ts'
import type { ListedClient } from '../../../../contract/client-list.ts'
import type { Language } from '../../../../contract/languages.ts'
import { SYSTEMS, type System } from '../../../../contract/systems.ts'
import { findShownClients } from '../../../domains/clients/catalogue.ts'
import { escapeHtml } from '../../../platform/text/escape-html.ts'
import { sectionHtml } from '../layout.ts'
import type { HostedBody, HostedDeps, HostedView } from '../send-hosted.ts'
import { tutorialEn } from './en.ts'
import { threePictures } from './pictures.ts'
import { type Tutorial, tutorialZhCn } from './zh-cn.ts'
import { tutorialZhTw } from './zh-tw.ts'

const texts: Record<Language, Tutorial> = { 'zh-CN': tutorialZhCn, 'zh-TW': tutorialZhTw, en: tutorialEn }

/**
 * Shown while a reseller has no tutorial of its own: the clients of the reader's system, as the reseller shows them. It
 * holds nothing personal: the reader's addresses are in the list of lines. That list replaces the whole page, since a
 * frame without scripts could not show it. Where the reader may not leave, the link is left out: the screen around the
 * page has its own.
 */
export async function tutorialBody(view: HostedView, deps: HostedDeps): Promise<HostedBody> {
  const { language, resellerId, mayLeave, system, self } = view
  const { title, intro = '', sections, toLines, pick, systems } = texts[language]
  const [first, ...rest] = sections
  const href = `/user/line_list?app_key=${writeAppKey(resellerId)}`
  const link = `<p><a class="action" href="${href}" target="_top">${escapeHtml(toLines)}</a></p>`
  const way = mayLeave ? link : ''
  const beginning = first ? sectionHtml(first).replace('</section>', `${way}</section>`) : way
  const choice = SYSTEMS.map((one) => {
    const current = one === system ? ' aria-current="page"' : ''
    return `<a href="${escapeHtml(self({ system: one }))}"${current}>${escapeHtml(systems[one])}</a>`
  })
  const clients = (await findShownClients(deps, resellerId)).filter((client) => client.systems.includes(system))
  return {
    title,
    html: `<p>${escapeHtml(intro)}</p>${beginning}<nav class="choice" aria-label="${escapeHtml(pick)}">${choice.join('')}</nav>
${clients.map((client, at) => clientHtml(client, system, texts[language], at === 0)).join('\n')}
${rest.map(sectionHtml).join('\n')}`,
  }
}

/** The first one is the one to take; the others are folded. */
function clientHtml(client: ListedClient, system: System, words: Tutorial, isFirst: boolean): string {
  const fill = (text: string) => escapeHtml(text.replaceAll('{name}', client.name))
  const captions = [words.steps.get, client.link ? words.steps.open : words.steps.paste, words.steps.on]
  const pictures = threePictures(client, system).map((picture, at) => `<li>${picture}${fill(captions[at] ?? '')}</li>`)
  const place = client.places.find((one) => one.system === system)
  const get = place
    ? `<p><a href="${escapeHtml(place.url)}" target="_blank" rel="noopener noreferrer">${fill(words.get)}</a></p>`
    : ''
  const way = `${get}<ol class="pictures">${pictures.join('')}</ol>`
  const part = isFirst
    ? `<h2>${fill(words.first)}</h2>${way}`
    : `<details><summary>${escapeHtml(client.name)}</summary>${way}</details>`
  return `<section id="${escapeHtml(client.id)}">${part}</section>`
}
