import Type, { type Static } from 'typebox'

import { Instant, Nothing, Nullable, Strict } from '../fields.ts'
import { limits } from '../limits.ts'
import { PackageId } from '../packages.ts'
import { route } from '../route.ts'

const Body = Type.String({ minLength: 1, maxLength: limits.reminderTextMax * 2 })
const Coupon = Type.String({ minLength: 3, maxLength: 32, pattern: '^[A-Za-z0-9-]+$' })
const Words = {
  packageId: PackageId,
  body: Body,
  'zh-TW': Type.Optional(Body),
  en: Type.Optional(Body),
  coupon: Type.Optional(Coupon),
}

const ReminderText = Type.Object({
  packageId: PackageId,
  packageName: Type.String(),
  /** Null: the reminder says our words. */
  own: Nullable(
    Type.Object({
      body: Type.String(),
      'zh-TW': Type.Optional(Type.String()),
      en: Type.Optional(Type.String()),
      coupon: Nullable(
        Type.Object({
          code: Type.String(),
          /** False: it is over, and the reminder leaves it out. */
          isValid: Type.Boolean(),
        }),
      ),
      changedAt: Instant,
    }),
  ),
})
export type ReminderText = Static<typeof ReminderText>

const write = { access: 'staff', permission: 'notices.write' } as const

/** What users read seven, three, one and no days before the end of a plan: by bell, mail, browser and chat. */
export const reminderTexts = {
  list: route('GET /api/console/reminder-texts/list', {
    ...write,
    secret: true,
    summary: 'Plans for sale, and the words of this shop before their end',
    input: Nothing,
    output: Type.Object({ rows: Type.Array(ReminderText) }),
  }),
  preview: route('POST /api/console/reminder-texts/preview', {
    ...write,
    whenSuspended: true,
    summary: 'The reminder as a user reads it, three days before the end, in the language of the call. Changes nothing',
    input: Strict({ packageId: PackageId, body: Type.Optional(Body), coupon: Type.Optional(Coupon) }),
    output: Type.Object({ title: Type.String(), lines: Type.Array(Type.String()), button: Type.String() }),
    errors: ['object.unknown'],
  }),
  sendToMe: route('POST /api/console/reminder-texts/send-to-me', {
    ...write,
    summary: 'The same by mail to the member’s own address',
    input: Strict({ packageId: PackageId, body: Body, coupon: Type.Optional(Coupon) }),
    output: Type.Object({ to: Type.String() }),
    errors: ['object.unknown', 'email.off', 'email.not_bound', 'reseller.suspended', 'request.too_many'],
  }),
  save: route('POST /api/console/reminder-texts/save', {
    ...write,
    summary: 'Own words for a plan, with a coupon that every user may use for it',
    input: Strict(Words),
    output: Type.Object({}),
    errors: ['object.unknown', 'coupon.unknown', 'reseller.suspended'],
  }),
  reset: route('POST /api/console/reminder-texts/reset', {
    ...write,
    summary: 'Our words again',
    input: Strict({ packageId: PackageId }),
    output: Type.Object({}),
    errors: ['object.unknown', 'reseller.suspended'],
  }),
}
