import Type, { type Static } from 'typebox'

import { Done, Instant, Nothing, Nullable, ShortRowId } from '../fields.ts'
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
const OtherText = Type.Optional(Type.Object({ title: Title, body: Body }, { additionalProperties: false }))

const Told = Type.Object({
  toldId: Type.Integer(),
  title: Type.String(),
  blocks: Type.Array(NoticeBlock),
  publishedAt: Instant,
})
export type Told = Static<typeof Told>

const write = { method: 'POST', access: 'staff', permission: 'notices.write', scope: 'platform' } as const

export const platformNotices = {
  list: route({
    method: 'GET',
    path: '/api/console/platform-notices/list',
    access: 'staff',
    permission: 'notices.read',
    scope: 'platform',
    summary: 'What the platform told the users of all resellers, and the resellers: the latest 100',
    input: Nothing,
    output: Type.Object({ rows: Type.Array(PlatformNotice) }),
    errors: [],
  }),
  preview: route({
    ...write,
    path: '/api/console/platform-notices/preview',
    summary: 'A text as its readers will see it. Changes nothing',
    input: Type.Object({ body: Type.String({ maxLength: limits.noticeBodyMax * 2 }) }, { additionalProperties: false }),
    output: Type.Object({ blocks: Type.Array(NoticeBlock) }),
    errors: [],
  }),
  publish: route({
    ...write,
    path: '/api/console/platform-notices/publish',
    summary: 'Tell the users of every reseller, or every reseller, now or at a later time',
    input: Type.Object(
      {
        to: To,
        title: Title,
        body: Body,
        'zh-TW': OtherText,
        en: OtherText,
        publishAt: Type.Optional(Instant),
        expiresAt: Type.Optional(Instant),
      },
      { additionalProperties: false },
    ),
    output: Type.Object({ id: Type.Integer() }),
    errors: [],
  }),
  withdraw: route({
    ...write,
    path: '/api/console/platform-notices/withdraw',
    summary: 'Take a notice from everybody’s eyes',
    input: Type.Object({ to: To, id: ShortRowId }, { additionalProperties: false }),
    output: Done,
    errors: ['notice.kept', 'object.unknown'],
  }),
}

/** Notices of the platform to this member of a reseller's staff. */
export const told = {
  list: route({
    method: 'GET',
    path: '/api/console/told/list',
    access: 'staff',
    permission: 'own',
    scope: 'any',
    summary: 'What the platform tells resellers and this member has not read yet, the newest first',
    input: Nothing,
    output: Type.Object({ rows: Type.Array(Told) }),
    polls: true,
    errors: [],
  }),
  read: route({
    method: 'POST',
    path: '/api/console/told/read',
    access: 'staff',
    permission: 'own',
    scope: 'any',
    summary: 'This member has read it',
    input: Type.Object({ toldId: ShortRowId }, { additionalProperties: false }),
    output: Done,
    errors: ['object.unknown'],
  }),
}
