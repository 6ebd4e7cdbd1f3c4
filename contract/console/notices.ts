import Type, { type Static } from 'typebox'

import { Done, Instant, Nothing, Nullable, RowId, Strict } from '../fields.ts'
import { limits } from '../limits.ts'
import { NoticeBlock } from '../notices.ts'
import { PackageId } from '../packages.ts'
import { route } from '../route.ts'
import { noticeStates } from './choices.ts'
import { listInput, listOutput } from './list.ts'
import { userQuestions } from './users.ts'

/** What the list of notices says about the recipients. A rule is evaluated when the notice goes out. */
const Audience = Type.Union([
  Strict({ kind: Type.Literal('all') }),
  Strict({ kind: Type.Literal('package'), packageId: PackageId }),
  Strict({ kind: Type.Enum(['ending', 'expired']), days: Type.Integer({ minimum: 1, maximum: 90 }) }),
])
export type NoticeAudience = Static<typeof Audience>

/** By the filters of the users list: those that they find now are kept with the notice. */
const Filtered = Strict({
  kind: Type.Literal('filter'),
  filter: Type.Object(userQuestions, { additionalProperties: false, minProperties: 1 }),
})
const To = Type.Union([...Audience.anyOf, Filtered])
export type NoticeTo = Static<typeof To>

const NoticeRow = Type.Object({
  noticeId: Type.Integer(),
  title: Type.String(),
  /** `stopped`: nothing sends it: the reseller was suspended when it was due, or the operator dropped its job. */
  state: Type.Enum([...noticeStates]),
  audience: Audience,
  packageName: Nullable(Type.String()),
  /** Recipients were picked one by one in bulk work. */
  isChosen: Type.Boolean(),
  isPinned: Type.Boolean(),
  languages: Type.Array(Type.String()),
  publishedAt: Instant,
  expiresAt: Nullable(Instant),
  /** Number of recipients; null when it goes to everybody or has not gone out yet. */
  toCount: Nullable(Type.Integer()),
  /** Null: the notice is so old that its read marks are gone. */
  readCount: Nullable(Type.Integer()),
})
export type NoticeRow = Static<typeof NoticeRow>

const Title = Type.String({ minLength: 1, maxLength: limits.noticeTitleMax * 2 })
const Body = Type.String({ minLength: 1, maxLength: limits.noticeBodyMax * 2 })
const OtherText = Type.Optional(Strict({ title: Title, body: Body }))
const NoticeName = Strict({ noticeId: RowId })

const write = { access: 'staff', permission: 'notices.write' } as const

export const notices = {
  list: route('GET /api/console/notices/list', {
    access: 'staff',
    permission: 'notices.read',
    summary: 'What this reseller told its users, and how many have read it',
    input: listInput(['publishedAt'], { state: Type.Optional(Type.Enum([...noticeStates])) }),
    output: listOutput(NoticeRow),
  }),
  packages: route('GET /api/console/notices/packages', {
    access: 'staff',
    permission: 'notices.write',
    summary: 'Packages whose users a notice can go to',
    input: Nothing,
    output: Type.Object({ rows: Type.Array(Type.Object({ packageId: PackageId, name: Type.String() })) }),
  }),
  preview: route('POST /api/console/notices/preview', {
    ...write,
    whenSuspended: true,
    summary: 'A text as its readers will see it, and how many they are now. Changes nothing',
    input: Strict({ body: Type.String({ maxLength: limits.noticeBodyMax * 2 }), audience: To }),
    output: Type.Object({ blocks: Type.Array(NoticeBlock), people: Type.Integer() }),
    errors: ['object.unknown', 'staff.forbidden'],
  }),
  sendToMe: route('POST /api/console/notices/send-to-me', {
    ...write,
    summary: 'A text by mail to the member’s own address, in this brand. No user sees it',
    input: Strict({ title: Title, body: Body }),
    output: Type.Object({ to: Type.String() }),
    errors: ['email.off', 'email.not_bound', 'reseller.suspended', 'request.too_many'],
  }),
  publish: route('POST /api/console/notices/publish', {
    ...write,
    summary: 'Tell users, now or at a later time',
    input: Strict({
      title: Title,
      body: Body,
      'zh-TW': OtherText,
      en: OtherText,
      audience: To,
      isPinned: Type.Boolean(),
      publishAt: Type.Optional(Instant),
      expiresAt: Type.Optional(Instant),
    }),
    output: Type.Object({ noticeId: Type.Integer() }),
    errors: ['object.unknown', 'staff.forbidden', 'reseller.suspended'],
  }),
  sendNow: route('POST /api/console/notices/send-now', {
    ...write,
    summary: 'Let a notice go that waits or was stopped',
    input: NoticeName,
    output: Done,
    errors: ['object.unknown', 'reseller.suspended'],
  }),
  withdraw: route('POST /api/console/notices/withdraw', {
    ...write,
    summary: 'Take a notice from everybody’s eyes',
    input: NoticeName,
    output: Done,
    errors: ['object.unknown', 'notice.kept', 'reseller.suspended'],
  }),
}
