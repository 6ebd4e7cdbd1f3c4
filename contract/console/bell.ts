import Type, { type Static } from 'typebox'

import { Done, Instant, Nothing, Nullable, RowId } from '../fields.ts'
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
  count: route({
    ...own,
    method: 'GET',
    path: '/api/console/bell/count',
    summary: 'How many rings this member has not read; 99 stands for more, too',
    input: Nothing,
    output: Type.Object({ unread: Type.Integer() }),
    polls: true,
    errors: [],
  }),
  list: route({
    ...own,
    method: 'GET',
    path: '/api/console/bell/list',
    summary: 'The newest rings, and which kinds this member hears',
    input: Nothing,
    output: Type.Object({
      rows: Type.Array(Ring),
      kinds: Type.Array(Type.Object({ kind: Kind, isOn: Type.Boolean() })),
    }),
    errors: [],
  }),
  read: route({
    ...own,
    method: 'POST',
    path: '/api/console/bell/read',
    summary: 'This member has read everything up to this ring',
    input: Type.Object({ upTo: RowId }, { additionalProperties: false }),
    output: Done,
    errors: [],
  }),
  hear: route({
    ...own,
    method: 'POST',
    path: '/api/console/bell/hear',
    summary: 'Switch a kind on or off for this member alone',
    input: Type.Object({ kind: Kind, on: Type.Boolean() }, { additionalProperties: false }),
    output: Done,
    errors: ['object.unknown'],
  }),
}
