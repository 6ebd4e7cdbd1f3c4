import Type, { type Static } from 'typebox'

import { Nothing, Strict } from '../fields.ts'
import { route } from '../route.ts'
import { summaryHours } from './choices.ts'

const SummaryWish = {
  /** By the clock of the business. */
  hour: Type.Integer({ minimum: summaryHours.first, maximum: summaryHours.last }),
  byMail: Type.Boolean(),
  byChat: Type.Boolean(),
}
/** `canMail`: the member has a verified address; `canChat`: a chat in Telegram is bound. */
const Summary = Type.Object({ ...SummaryWish, canMail: Type.Boolean(), canChat: Type.Boolean() })
export type Summary = Static<typeof Summary>

const own = { access: 'staff', scope: 'any', permission: 'own' } as const

/** The figures of the day, told in the evening to whom wants them. */
export const summary = {
  show: route('GET /api/console/summary/show', {
    ...own,
    summary: 'When and how this member hears the figures of the day; without a way, not at all',
    input: Nothing,
    output: Summary,
  }),
  set: route('POST /api/console/summary/set', {
    ...own,
    summary: 'Hear the figures of the day at this hour by mail, in Telegram or both; without a way no more',
    input: Strict(SummaryWish),
    output: Summary,
  }),
}
