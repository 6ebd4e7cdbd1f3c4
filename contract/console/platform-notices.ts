import Type, { type Static } from 'typebox'

import { Done, Instant, Nothing, Nullable, ShortRowId, Strict } from '../fields.ts'
import { limits } from '../limits.ts'
import { NoticeBlock } from '../notices.ts'
import { route } from '../route.ts'
import { platformReaders } from './choices.ts'

/** The users of all resellers, or the resellers' staff in their console. */
const To = Type.Enum([...platformReaders])

const PlatformNotice = Type.Object({
  to: To,
  id: Type.Integer(),
  title: Type.String(),
  state: Type.Enum(['live', 'waiting', 'over', 'withdrawn']),
  publishedAt: Instant,
  expiresAt: Nullable(Instant),
  readCount: Type.Integer(),
})
export type PlatformNotice = Static<typeof PlatformNotice>

const Title = Type.String({ minLength: 1, maxLength: limits.noticeTitleMax * 2 })
const Body = Type.String({ minLength: 1, maxLength: limits.noticeBodyMax * 2 })
const OtherText = Type.Optional(Strict({ title: Title, body: Body }))

const Told = Type.Object({
  toldId: Type.Integer(),
  title: Type.String(),
  blocks: Type.Array(NoticeBlock),
  publishedAt: Instant,
})
export type Told = Static<typeof Told>

const write = { access: 'staff', permission: 'notices.write', scope: 'platform' } as const

export const platformNotices = {
  list: route('GET /api/console/platform-notices/list', {
    access: 'staff',
    permission: 'notices.read',
    scope: 'platform',
    summary: 'What the platform told the users of all resellers, and the resellers: the latest 100',
    input: Nothing,
    output: Type.Object({ rows: Type.Array(PlatformNotice) }),
  }),
  preview: route('POST /api/console/platform-notices/preview', {
    ...write,
    summary: 'A text as its readers will see it. Changes nothing',
    input: Strict({ body: Type.String({ maxLength: limits.noticeBodyMax * 2 }) }),
    output: Type.Object({ blocks: Type.Array(NoticeBlock) }),
  }),
  publish: route('POST /api/console/platform-notices/publish', {
    ...write,
    summary: 'Tell the users of every reseller, or every reseller, now or at a later time',
    input: Strict({
      to: To,
      title: Title,
      body: Body,
      'zh-TW': OtherText,
      en: OtherText,
      publishAt: Type.Optional(Instant),
      expiresAt: Type.Optional(Instant),
    }),
    output: Type.Object({ id: Type.Integer() }),
  }),
  withdraw: route('POST /api/console/platform-notices/withdraw', {
    ...write,
    summary: 'Take a notice from everybody’s eyes',
    input: Strict({ to: To, id: ShortRowId }),
    output: Done,
    errors: ['notice.kept', 'object.unknown'],
  }),
}

/** Notices of the platform to this member of a reseller's staff. */
export const told = {
  list: route('GET /api/console/told/list', {
    access: 'staff',
    permission: 'own',
    scope: 'any',
    summary: 'What the platform tells resellers and this member has not read yet, the newest first',
    input: Nothing,
    output: Type.Object({ rows: Type.Array(Told) }),
    polls: true,
  }),
  read: route('POST /api/console/told/read', {
    access: 'staff',
    permission: 'own',
    scope: 'any',
    summary: 'This member has read it',
    input: Strict({ toldId: ShortRowId }),
    output: Done,
    errors: ['object.unknown'],
  }),
}
