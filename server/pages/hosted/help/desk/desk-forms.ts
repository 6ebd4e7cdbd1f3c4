import { escapeHtml } from '../../../../platform/text/escape-html.ts'
import type { HostedView } from '../../send-hosted.ts'
import { DESK_PATH, type Desk } from './desk.ts'

/** The field of every form that says who reads. */
export const MARK_FIELD = 'page_mark'

/** What a form of the help desk does. Steps with a form ticket change something. */
export type Step = 'list' | 'new' | 'look' | 'send' | 'show' | 'picture' | 'write' | 'reopen' | 'close' | 'rate'

type Form = {
  step: Step
  /** Hidden fields. */
  fields?: Readonly<Record<string, string | number>>
  /** Its one-time ticket is for this step and thing. */
  changes?: string
  html: string
}

/**
 * A form of the help desk. The mark stands first: what is read of a stranger's form ends soon after it. Sent by POST
 * alone, so that the mark is in no address, no log and no history.
 */
export function formHtml({ mark, view, formTicket }: Desk, { step, fields = {}, changes, html }: Form): string {
  const once = changes === undefined ? '' : hiddenField('form', formTicket(changes))
  const others = Object.entries(fields).map(([name, value]) => hiddenField(name, String(value)))
  const head = hiddenField(MARK_FIELD, mark) + hiddenField('step', step) + once + others.join('')
  return `<form method="post" enctype="multipart/form-data" action="${escapeHtml(DESK_PATH + keptQuery(view))}">${head}${html}</form>`
}

/** A form that is nothing but its button: the way to another page. */
export function buttonForm(
  desk: Desk,
  { label, tone = '', ...form }: Omit<Form, 'html'> & { label: string; tone?: string },
) {
  return formHtml(desk, { ...form, html: `<button class="act ${tone}" type="submit">${escapeHtml(label)}</button>` })
}

/** The way back to the help page, which keeps the mark. */
export function helpForm({ mark, view }: Desk, label: string): string {
  return `<form method="post" action="${escapeHtml(`/hosted/help${keptQuery(view)}`)}">${hiddenField(MARK_FIELD, mark)}${backButton(label)}</form>`
}

export function backForm(desk: Desk, form: Pick<Form, 'step' | 'fields'>): string {
  return formHtml(desk, { ...form, html: backButton(desk.texts.back) })
}

function backButton(label: string): string {
  return `<button class="back" type="submit">‹ ${escapeHtml(label)}</button>`
}

function keptQuery(view: HostedView): string {
  return `?${new URLSearchParams(view.kept(['q', 'article']))}`
}

export function hiddenField(name: string, value: string): string {
  return `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`
}
