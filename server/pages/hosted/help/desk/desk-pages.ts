import { writeAppKey } from '../../../../../contract/app-key.ts'
import type { TicketItem } from '../../../../../contract/tickets.ts'
import { listTickets } from '../../../../domains/tickets/own-tickets.ts'
import { escapeHtml } from '../../../../platform/text/escape-html.ts'
import type { HostedBody, HostedView } from '../../send-hosted.ts'
import { backForm, buttonForm, formHtml, helpForm } from './desk-forms.ts'
import { DESK_STYLE } from './desk-style.ts'
import { deskTexts } from './desk-texts.ts'
import type { Desk } from './desk.ts'
import { timeText } from './fact-list.ts'

/** A sentence above a page: what was done, or what is wrong. */
export type Told = { text: string; isWrong: boolean; status?: number }

export function deskPage(desk: Desk, html: string, told?: Told | null): HostedBody {
  const status = told?.status === undefined ? {} : { status: told.status }
  return { title: desk.texts.title, html: toldHtml(told) + html, hasForms: true, style: DESK_STYLE, ...status }
}

function toldHtml(told: Told | null | undefined): string {
  if (!told) return ''
  const kind = told.isWrong ? 'class="told wrong" role="alert"' : 'class="told" role="status"'
  return `<p ${kind}>${escapeHtml(told.text)}</p>`
}

const SHOWN_FIRST = 3

/** On the help page itself: two ways to write, and what was written last. */
export async function deskSection(desk: Desk): Promise<string> {
  const { items, next } = await listTickets(desk.ctx, {})
  const hasMore = next !== null || items.length > SHOWN_FIRST
  const more = hasMore ? buttonForm(desk, { step: 'list', label: desk.texts.all }) : ''
  return `<section><h2>${escapeHtml(desk.texts.title)}</h2>${waysHtml(desk)}${rowsHtml(desk, items.slice(0, SHOWN_FIRST))}${more}</section>`
}

export async function listPage(desk: Desk, cursor: string, told?: Told | null): Promise<HostedBody> {
  const { texts } = desk
  const { items, next } = await listTickets(desk.ctx, cursor === '' ? {} : { cursor })
  const none = items.length === 0 ? `<p class="soft below">${escapeHtml(texts.none)}</p>` : ''
  const more = next === null ? '' : buttonForm(desk, { step: 'list', fields: { cursor: next }, label: texts.more })
  const back = cursor === '' ? helpForm(desk, texts.back) : backForm(desk, { step: 'list' })
  const html = `${back}<section><h2>${escapeHtml(texts.title)}</h2>${waysHtml(desk)}${none}${rowsHtml(desk, items)}${more}</section>`
  return deskPage(desk, html, told)
}

/** 没反应 in one press: it comes to the page that shows what is attached. */
function waysHtml(desk: Desk): string {
  const { texts } = desk
  const fields = { category: 'dead', text: texts.deadText }
  const dead = buttonForm(desk, { step: 'look', changes: 'look', fields, label: texts.dead, tone: 'main' })
  return `<div class="acts">${dead}${buttonForm(desk, { step: 'new', label: texts.write })}</div>`
}

function rowsHtml(desk: Desk, items: readonly TicketItem[]): string {
  if (items.length === 0) return ''
  return `<ul class="rows">${items.map((item) => `<li>${rowHtml(desk, item)}</li>`).join('')}</ul>`
}

function rowHtml(desk: Desk, { ticketId, title, category, lastAt, ...item }: TicketItem): string {
  const { texts } = desk
  const about = `#${ticketId} · ${texts.categories[category]} · ${timeText(desk, lastAt)}`
  const html = `<button class="row" type="submit"><b>${escapeHtml(title)}</b>${stateHtml(desk, item.state)}<span class="soft">${escapeHtml(about)}</span></button>`
  return formHtml(desk, { step: 'show', fields: { ticket: ticketId }, html })
}

export function stateHtml({ texts }: Desk, state: TicketItem['state']): string {
  return `<span class="state ${state}">${escapeHtml(texts.states[state])}</span>`
}

/** The mark is no longer good. Whatever was typed is shown, so that it is not lost. */
export function overPage(view: HostedView, written: string): HostedBody {
  const texts = deskTexts[view.language]
  const kept =
    written === ''
      ? ''
      : `<label for="written">${escapeHtml(texts.overCopy)}</label><textarea id="written" readonly>${openText(written)}</textarea>`
  // Where we may not leave our frame, the reload button around it is the way.
  const way = view.mayLeave
    ? `<p><a class="action" target="_top" href="/user/customer_service?app_key=${writeAppKey(view.resellerId)}">${escapeHtml(texts.overWay)}</a></p>`
    : `<p>${escapeHtml(texts.reload)}</p>`
  const html = `<section role="alert"><h2>${escapeHtml(texts.over)}</h2><p>${escapeHtml(texts.overText)}</p>${kept}${way}</section>`
  return { status: 403, title: texts.title, html, style: DESK_STYLE }
}

/** In place of the tickets on the help page, when the ticket of its address was used or late. */
export function overSection(view: HostedView): string {
  const texts = deskTexts[view.language]
  return `<section role="status"><h2>${escapeHtml(texts.title)}</h2><p>${escapeHtml(texts.reload)}</p></section>`
}

/** A text area drops the first line end of its content. */
export function openText(text: string): string {
  return `\n${escapeHtml(text)}`
}
