import type { TicketMessage, TicketThread } from '../../../../../contract/tickets.ts'
import { showTicket } from '../../../../domains/tickets/own-tickets.ts'
import { showOwnPicture } from '../../../../domains/tickets/pictures.ts'
import { escapeHtml } from '../../../../platform/text/escape-html.ts'
import type { HostedBody } from '../../send-hosted.ts'
import { backForm, buttonForm, formHtml } from './desk-forms.ts'
import { deskPage, stateHtml, type Told } from './desk-pages.ts'
import type { Desk } from './desk.ts'
import { factsHtml, timeText } from './fact-list.ts'
import { picturesHtml, textHtml } from './write-pages.ts'

/** Seen at once, the newest first: each is up to 1 MB, and the page carries them itself. The others are one press away. */
const SEEN_AT_ONCE = 6

export type Unsent = { text: string; pictures: readonly string[] }

type ThreadVisit = { ticketId: number; before?: number | undefined; unsent?: Unsent | undefined; told?: Told | null }

/** One ticket with its messages, and what the user can do next. */
export async function threadPage(desk: Desk, { before, unsent, told, ...visit }: ThreadVisit): Promise<HostedBody> {
  const ticket = await showTicket(desk.ctx, { ...visit, ...(before === undefined ? {} : { before }) })
  // One that was merged is shown as the ticket that took it in.
  const { ticketId } = ticket
  const { texts } = desk
  const [first] = ticket.messages
  const earlier =
    ticket.hasEarlier && first
      ? buttonForm(desk, { step: 'show', fields: { ticket: ticketId, before: first.messageId }, label: texts.earlier })
      : ''
  const latest =
    before === undefined ? '' : buttonForm(desk, { step: 'show', fields: { ticket: ticketId }, label: texts.latest })
  const facts = ticket.facts
    ? `<details><summary>${escapeHtml(texts.attachedBefore)}</summary>${factsHtml(desk, ticket.facts)}</details>`
    : ''
  const html = [
    backForm(desk, { step: 'list' }),
    `<p>${stateHtml(desk, ticket.state)}<span class="soft">#${ticketId} · ${escapeHtml(texts.categories[ticket.category])}</span></p>`,
    earlier,
    await messagesHtml(desk, ticket),
    facts,
    before === undefined ? await answerHtml(desk, ticket, unsent ?? { text: '', pictures: [] }) : latest,
  ].join('')
  return deskPage(desk, html, told)
}

async function messagesHtml(desk: Desk, { ticketId, messages }: TicketThread): Promise<string> {
  const all = messages.flatMap(({ pictures }) => pictures.map(({ pictureId }) => pictureId))
  const seen = new Map<string, string>()
  for (const pictureId of all.slice(-SEEN_AT_ONCE)) {
    seen.set(pictureId, (await showOwnPicture(desk.ctx, { ticketId, pictureId })).bytes)
  }
  return `<ol class="thread">${messages.map((message) => messageHtml(desk, ticketId, message, seen)).join('')}</ol>`
}

function messageHtml(
  desk: Desk,
  ticketId: number,
  { by, body, at, pictures }: TicketMessage,
  seen: ReadonlyMap<string, string>,
): string {
  const { texts } = desk
  const shots = pictures.map(({ pictureId }, index) => {
    const name = escapeHtml(texts.picture(index + 1))
    const bytes = seen.get(pictureId)
    const inside = bytes === undefined ? name : `<img src="data:image/webp;base64,${bytes}" alt="${name}">`
    const html = `<button class="shot" type="submit">${inside}</button>`
    return formHtml(desk, { step: 'picture', fields: { ticket: ticketId, picture: pictureId }, html })
  })
  const head = `${by === 'user' ? texts.me : texts.support} · ${timeText(desk, at)}`
  const shown = shots.length > 0 ? `<div class="shots">${shots.join('')}</div>` : ''
  return `<li class="${by}"><p class="soft">${escapeHtml(head)}</p><p class="said">${escapeHtml(body)}</p>${shown}</li>`
}

/** Write on and close, or rate and open again. */
async function answerHtml(desk: Desk, ticket: TicketThread, unsent: Unsent): Promise<string> {
  const { texts } = desk
  const { ticketId } = ticket
  const fields = { ticket: ticketId }
  const write = async (step: 'write' | 'reopen', label: string, action: string) => {
    const button = `<button class="act ${step === 'write' ? 'main' : ''}" type="submit">${escapeHtml(action)}</button>`
    const html = textHtml(desk, label, unsent.text, 'low') + (await picturesHtml(desk, unsent.pictures)) + button
    return formHtml(desk, { step, changes: `${step} ${ticketId}`, fields, html })
  }
  if (ticket.state !== 'closed') {
    const close = buttonForm(desk, {
      step: 'close',
      changes: `close ${ticketId}`,
      fields,
      label: texts.solved,
      tone: 'below',
    })
    return `<section>${await write('write', texts.reply, texts.send)}${close}</section>`
  }
  const again =
    ticket.reopenUntil === null
      ? `<section><p class="soft">${escapeHtml(texts.closedFor)}</p></section>`
      : `<section>${await write('reopen', texts.reopenReason, texts.reopen)}</section>`
  return rateHtml(desk, ticket) + again
}

function rateHtml(desk: Desk, { ticketId, canRate, rating }: TicketThread): string {
  const { texts } = desk
  if (rating !== null) return `<section><p class="soft">${escapeHtml(texts.rated)}</p></section>`
  if (!canRate) return ''
  const button = (value: string, label: string) =>
    `<button class="act" name="rating" value="${value}" type="submit">${escapeHtml(label)}</button>`
  const html = `<p>${escapeHtml(texts.rateAsk)}</p><div class="acts">${button('good', texts.rateGood)}${button('bad', texts.rateBad)}</div>`
  return `<section>${formHtml(desk, { step: 'rate', changes: `rate ${ticketId}`, fields: { ticket: ticketId }, html })}</section>`
}

/** One picture as large as the screen allows. */
export async function picturePage(desk: Desk, name: { ticketId: number; pictureId: string }): Promise<HostedBody> {
  const { bytes } = await showOwnPicture(desk.ctx, name)
  const back = backForm(desk, { step: 'show', fields: { ticket: name.ticketId } })
  const alt = escapeHtml(desk.texts.pictures)
  return deskPage(desk, `${back}<img class="large" src="data:image/webp;base64,${bytes}" alt="${alt}">`)
}
