import Type, { type Static } from 'typebox'

import { Done, Instant, Nothing, Nullable, RowId, Strict } from '../fields.ts'
import { route } from '../route.ts'
import { bellKinds, type BellKind } from './choices.ts'

const Kind = Type.Enum(Object.keys(bellKinds) as BellKind[])

const Ring = Type.Object({
  id: Type.Integer(),
  kind: Kind,
  at: Instant,
  isUnread: Type.Boolean(),
  /** What happened, in plain words and numbers; each kind has its own. Amounts only where the kind needs `money.read`. */
  detail: Type.Record(Type.String(), Nullable(Type.Union([Type.String(), Type.Number()]))),
})
export type BellRing = Static<typeof Ring>

const own = { access: 'staff', permission: 'own', scope: 'any' } as const

/** The bell of the member's own team. It never shows what the member's permissions do not. */
export const bell = {
  count: route('GET /api/console/bell/count', {
    ...own,
    summary: 'How many rings this member has not read; 99 stands for more, too',
    input: Nothing,
    output: Type.Object({ unread: Type.Integer() }),
    polls: true,
  }),
  list: route('GET /api/console/bell/list', {
    ...own,
    summary: 'The newest rings, and which kinds this member hears',
    input: Nothing,
    output: Type.Object({
      rows: Type.Array(Ring),
      kinds: Type.Array(Type.Object({ kind: Kind, isOn: Type.Boolean() })),
    }),
  }),
  read: route('POST /api/console/bell/read', {
    ...own,
    summary: 'This member has read everything up to this ring',
    input: Strict({ upTo: RowId }),
    output: Done,
  }),
  hear: route('POST /api/console/bell/hear', {
    ...own,
    summary: 'Switch a kind on or off for this member alone',
    input: Strict({ kind: Kind, on: Type.Boolean() }),
    output: Done,
    errors: ['object.unknown'],
  }),
}
