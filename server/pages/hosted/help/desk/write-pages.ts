import { limits } from '../../../../../contract/limits.ts'
import { PICTURES_PER_MESSAGE } from '../../../../../contract/pictures.ts'
import { ticketCategories, type TicketCategory } from '../../../../../contract/ticket-choices.ts'
import { showFacts } from '../../../../domains/tickets/facts.ts'
import { showWaiting } from '../../../../domains/tickets/pictures.ts'
import { escapeHtml } from '../../../../platform/text/escape-html.ts'
import type { HostedBody } from '../../send-hosted.ts'
import { backForm, buttonForm, formHtml } from './desk-forms.ts'
import { deskPage, openText, type Told } from './desk-pages.ts'
import type { Desk } from './desk.ts'
import { factsHtml } from './fact-list.ts'

/** What the user has written so far. Pictures are uploaded already and wait for their message. */
export type Draft = { category: TicketCategory; text: string; pictures: readonly string[] }

/** The first step of a new ticket. */
export async function newPage(desk: Desk, draft: Draft, told?: Told | null): Promise<HostedBody> {
  const { texts } = desk
  const chips = ticketCategories.map((category) => {
    const checked = category === draft.category ? ' checked' : ''
    return `<label><input type="radio" name="category" value="${category}"${checked}><span>${escapeHtml(texts.categories[category])}</span></label>`
  })
  const html = [
    `<fieldset><legend>${escapeHtml(texts.category)}</legend><div class="chips">${chips.join('')}</div></fieldset>`,
    textHtml(desk, texts.text, draft.text),
    await picturesHtml(desk, draft.pictures),
    `<button class="act main" type="submit">${escapeHtml(texts.look)}</button>`,
  ].join('')
  const form = formHtml(desk, { step: 'look', changes: 'look', html })
  return deskPage(desk, `${backForm(desk, { step: 'list' })}<section>${form}</section>`, told)
}

/** The second step: all that support will see. */
export async function lookPage(desk: Desk, draft: Draft, told?: Told | null): Promise<HostedBody> {
  const { texts } = desk
  const { facts, sealed } = await showFacts(desk.ctx)
  const fields = { category: draft.category, text: draft.text, ...pictureFields(draft.pictures) }
  const send = buttonForm(desk, {
    step: 'send',
    changes: 'send',
    fields: { ...fields, facts: sealed },
    label: texts.send,
    tone: 'main',
  })
  const change = buttonForm(desk, { step: 'new', fields, label: texts.change })
  const shots = (await showWaiting(desk.ctx, draft.pictures)).map(
    ({ bytes }, at) => `<img src="data:image/webp;base64,${bytes}" alt="${escapeHtml(texts.picture(at + 1))}">`,
  )
  const html = [
    `<section><h2>${escapeHtml(texts.lookTitle)}</h2><p class="soft">${escapeHtml(texts.categories[draft.category])}</p>`,
    `<p class="said">${escapeHtml(draft.text)}</p>${shots.length > 0 ? `<div class="shots">${shots.join('')}</div>` : ''}</section>`,
    `<section><h2>${escapeHtml(texts.attached)}</h2>${factsHtml(desk, facts)}</section>`,
    `<div class="acts below">${change}${send}</div>`,
  ].join('')
  return deskPage(desk, html, told)
}

export function textHtml(desk: Desk, label: string, text: string, kind = ''): string {
  const { texts } = desk
  return `<label for="text">${escapeHtml(label)}</label><textarea id="text" name="text" class="${kind}" required maxlength="${limits.ticketTextMax}" placeholder="${escapeHtml(kind === '' ? texts.textHint : '')}">${openText(text)}</textarea>`
}

/** A chooser for pictures, below those that are uploaded already: each of them can be left out. */
export async function picturesHtml(desk: Desk, pictures: readonly string[]): Promise<string> {
  const { texts } = desk
  const waiting = (await showWaiting(desk.ctx, pictures)).map(({ id, bytes }, at) => {
    const box = `<input type="checkbox" name="picture${at + 1}" value="${escapeHtml(id)}" checked>`
    return `<label>${box}<img src="data:image/webp;base64,${bytes}" alt="">${escapeHtml(texts.keepPicture(at + 1))}</label>`
  })
  const kept = waiting.length > 0 ? `<div class="kept">${waiting.join('')}</div>` : ''
  const hint = escapeHtml(texts.picturesHint(PICTURES_PER_MESSAGE))
  return `<label for="files">${escapeHtml(texts.pictures)}</label>${kept}<input id="files" type="file" name="files" accept="image/jpeg,image/png,image/webp" multiple><p class="soft hint">${hint}</p>`
}

function pictureFields(pictures: readonly string[]): Record<string, string> {
  return Object.fromEntries(pictures.map((id, at) => [`picture${at + 1}`, id]))
}
