import { limits } from '../../../../../contract/limits.ts'
import { PICTURES_PER_MESSAGE } from '../../../../../contract/pictures.ts'
import { ticketCategories } from '../../../../../contract/ticket-choices.ts'
import { uploadTogether } from '../../../../domains/tickets/pictures.ts'
import {
  closeOwnTicket,
  openTicket,
  rateTicket,
  reopenTicket,
  writeTicket,
} from '../../../../domains/tickets/write-tickets.ts'
import { fail, Refusal } from '../../../../platform/errors.ts'
import { once } from '../../../../platform/http/idempotency.ts'
import type { SentForm } from '../../../../platform/http/multipart.ts'
import { errorText } from '../../../../platform/text/error-texts.ts'
import type { HostedBody } from '../../send-hosted.ts'
import type { Step } from './desk-forms.ts'
import { listPage, type Told } from './desk-pages.ts'
import type { Desk } from './desk.ts'
import { picturePage, threadPage, type Unsent } from './thread-page.ts'
import { lookPage, newPage, type Draft } from './write-pages.ts'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const CURSOR = /^[\w.:-]{1,300}$/
const FACTS = /^[\w-]{1,40000}$/
const ROW_ID = /^[1-9]\d{0,14}$/

type Run = (desk: Desk, form: SentForm) => Promise<HostedBody>

const steps: Record<Step, Run> = {
  list: (desk, form) => {
    const cursor = form.text('cursor')
    return listPage(desk, CURSOR.test(cursor) ? cursor : '')
  },
  new: (desk, form) => newPage(desk, draftOf(form)),
  look,
  send,
  show: (desk, form) => {
    const before = rowIdOf(form, 'before')
    return threadPage(desk, { ticketId: ticketIdOf(form), before: before ?? undefined })
  },
  picture: (desk, form) => {
    const pictureId = form.text('picture')
    return UUID.test(pictureId) ? picturePage(desk, { ticketId: ticketIdOf(form), pictureId }) : fail('object.unknown')
  },
  write: (desk, form) => answer(desk, form, 'write'),
  reopen: (desk, form) => answer(desk, form, 'reopen'),
  close: (desk, form) => {
    const ticketId = ticketIdOf(form)
    return decide(desk, form, `close ${ticketId}`, (ctx) => closeOwnTicket(ctx, { ticketId }))
  },
  rate: (desk, form) => {
    const ticketId = ticketIdOf(form)
    const rating = form.text('rating')
    if (rating !== 'good' && rating !== 'bad') fail('request.invalid')
    return decide(desk, form, `rate ${ticketId}`, (ctx) => rateTicket(ctx, { ticketId, rating }))
  },
}

/** Does what the form asks and shows what came of it. A refusal is a sentence above the list. */
export async function takeStep(desk: Desk, form: SentForm): Promise<HostedBody> {
  const step = form.text('step')
  try {
    return await (Object.hasOwn(steps, step) ? steps[step as Step] : steps.list)(desk, form)
  } catch (error) {
    return listPage(desk, '', toldOf(desk, error))
  }
}

/** Takes the pictures along, and shows all that would be sent. */
async function look(desk: Desk, form: SentForm): Promise<HostedBody> {
  const draft = draftOf(form)
  try {
    const key = formKey(desk, form, 'look')
    if (form.isCut) fail('request.too_large')
    if (draft.text.trim() === '' || [...draft.text].length > limits.ticketTextMax) fail('request.invalid')
    const pictures = await addUploads(desk, form, key, draft.pictures)
    return await lookPage(desk, { ...draft, pictures })
  } catch (error) {
    return newPage(desk, draft, toldOf(desk, error))
  }
}

async function send(desk: Desk, form: SentForm): Promise<HostedBody> {
  const draft = draftOf(form)
  const sealed = form.text('facts')
  const facts = FACTS.test(sealed) ? { facts: sealed } : {}
  let ticketId: number
  try {
    const key = formKey(desk, form, 'send')
    ;({ ticketId } = await openTicket(desk.ctx, { ...draft, pictures: [...draft.pictures], ...facts, key }))
  } catch (error) {
    // A page that was sent already must not offer to send the same again.
    if (error instanceof Refusal && error.code === 'request.key_reused') throw error
    return lookPage(desk, draft, toldOf(desk, error))
  }
  return threadPage(desk, { ticketId, told: { text: desk.texts.sent, isWrong: false } })
}

async function answer(desk: Desk, form: SentForm, step: 'write' | 'reopen'): Promise<HostedBody> {
  const ticketId = ticketIdOf(form)
  const text = form.text('text')
  let unsent: Unsent = { text, pictures: picturesOf(form) }
  try {
    const key = formKey(desk, form, `${step} ${ticketId}`)
    if (form.isCut) fail('request.too_large')
    unsent = { text, pictures: await addUploads(desk, form, key, unsent.pictures) }
    const run = step === 'write' ? writeTicket : reopenTicket
    await run(desk.ctx, { ticketId, text, pictures: [...unsent.pictures], key })
  } catch (error) {
    const told = toldOf(desk, error)
    const isUsed = error instanceof Refusal && error.code === 'request.key_reused'
    return threadPage(desk, { ticketId, told, unsent: isUsed ? undefined : unsent })
  }
  return threadPage(desk, { ticketId, told: { text: desk.texts.sent, isWrong: false } })
}

/** Closing and rating have no key of their own: the form's key does them once. */
async function decide(
  desk: Desk,
  form: SentForm,
  what: string,
  work: (ctx: Desk['ctx']) => Promise<object>,
): Promise<HostedBody> {
  const ticketId = ticketIdOf(form)
  let told: Told | null = null
  try {
    const key = formKey(desk, form, what)
    await once(desk.ctx, 'ticket_decide', key, { what, rating: form.text('rating') }, (tx) => work(tx))
  } catch (error) {
    told = toldOf(desk, error)
  }
  return threadPage(desk, { ticketId, told })
}

function formKey(desk: Desk, form: SentForm, what: string): string {
  return desk.formKey(what, form.text('form')) ?? fail('request.cross_site')
}

async function addUploads(
  desk: Desk,
  form: SentForm,
  key: string,
  pictures: readonly string[],
): Promise<readonly string[]> {
  if (pictures.length + form.files.length > PICTURES_PER_MESSAGE) throw new TooManyPictures()
  return [...pictures, ...(await uploadTogether(desk.ctx, { key, uploads: form.files }))]
}

class TooManyPictures extends Error {}

/** What went wrong, in words. Throws what is no refusal, and what the ticket's own page cannot be shown after. */
function toldOf({ texts, view }: Desk, error: unknown): Told {
  if (error instanceof TooManyPictures) {
    return { text: texts.picturesMax(PICTURES_PER_MESSAGE), isWrong: true, status: 400 }
  }
  if (!(error instanceof Refusal)) throw error
  const sentences: Partial<Record<Refusal['code'], string>> = {
    'request.invalid': texts.textRule(limits.ticketTextMax),
    'request.too_large': texts.tooLarge,
    'request.key_reused': texts.used,
    'request.cross_site': texts.stale,
  }
  const text = sentences[error.code] ?? errorText(error.code, view.language)
  return { text, isWrong: true, status: error.status }
}

function draftOf(form: SentForm): Draft {
  const category = ticketCategories.find((name) => name === form.text('category')) ?? 'other'
  return { category, text: form.text('text'), pictures: picturesOf(form) }
}

function picturesOf(form: SentForm): string[] {
  const ids = Array.from({ length: PICTURES_PER_MESSAGE }, (_, at) => form.text(`picture${at + 1}`))
  return [...new Set(ids.filter((id) => UUID.test(id)))]
}

function ticketIdOf(form: SentForm): number {
  return rowIdOf(form, 'ticket') ?? fail('object.unknown')
}

function rowIdOf(form: SentForm, name: string): number | null {
  const text = form.text(name)
  return ROW_ID.test(text) ? Number(text) : null
}
