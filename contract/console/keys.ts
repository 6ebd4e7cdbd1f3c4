import Type, { type Static } from 'typebox'

import { Done, Instant, Nothing, Nullable, RowId, Strict } from '../fields.ts'
import { limits } from '../limits.ts'
import { keyPermissions } from '../permissions.ts'
import { route } from '../route.ts'
import { keyOverlapsMinutes, keyRates } from './key-choices.ts'

export const keyStates = ['live', 'expired', 'maker_gone', 'revoked'] as const

const KeyRow = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  /** The part of the key that lists and the audit show. */
  short: Type.String(),
  state: Type.Enum([...keyStates]),
  /** What it may do now: what it was given, as far as its maker still may. */
  permissions: Type.Array(Type.String()),
  /** How many of its permissions rest, because its maker has lost them. */
  resting: Type.Integer(),
  /** Empty: from everywhere. */
  networks: Type.Array(Type.String()),
  callsPerMinute: Type.Integer(),
  /** What it may spend of the balance in a business day, and has spent today. */
  dailyFen: Type.Integer(),
  spentFen: Type.Integer(),
  madeBy: Type.String(),
  createdAt: Instant,
  expiresAt: Nullable(Instant),
  /** The secret before the last rotation is good until then. */
  oldUntil: Nullable(Instant),
  usedAt: Nullable(Instant),
  usedFrom: Nullable(Type.String()),
  revokedAt: Nullable(Instant),
})
export type KeyRow = Static<typeof KeyRow>

const team = { access: 'staff', scope: 'any', permission: 'keys.write' } as const
const change = { ...team, stepUp: true } as const
/** The whole key, shown this once. */
const Shown = Type.Object({ id: Type.Integer(), text: Type.String() })

/** Keys for programs. Only a team's own members change its keys, and no key opens these calls. */
export const keys = {
  list: route('GET /api/console/keys/list', {
    ...team,
    summary: 'The keys of the team, the newest first; ended ones for 90 days',
    input: Nothing,
    output: Type.Object({ rows: Type.Array(KeyRow) }),
  }),
  make: route('POST /api/console/keys/make', {
    ...change,
    summary: 'Make a key. The answer shows it once; it never may more than its maker',
    input: Strict({
      name: Type.String({ minLength: 1, maxLength: 40, pattern: '^\\P{Cc}+$' }),
      permissions: Type.Array(Type.Enum([...keyPermissions]), { minItems: 1, maxItems: 100 }),
      /** Null: until it is revoked. */
      days: Nullable(Type.Integer({ minimum: 1, maximum: 3650 })),
      /** Addresses or networks, like 203.0.113.7 or 2001:db8::/48. Empty: from everywhere. */
      networks: Type.Array(Type.String({ minLength: 2, maxLength: 50, pattern: '^[0-9A-Fa-f.:/]+$' }), {
        maxItems: 20,
      }),
      callsPerMinute: Type.Enum([...keyRates]),
      dailyFen: Type.Integer({ minimum: 0, maximum: limits.moneyMaxFen }),
    }),
    output: Shown,
    errors: ['key.too_many', 'staff.forbidden', 'staff.step_up', 'reseller.suspended'],
  }),
  rotate: route('POST /api/console/keys/rotate', {
    ...change,
    summary: 'Give a key a new secret. The old one stays good for the chosen time',
    input: Strict({ id: RowId, overlapMinutes: Type.Enum([...keyOverlapsMinutes]) }),
    output: Shown,
    errors: ['object.unknown', 'key.ended', 'staff.forbidden', 'staff.step_up', 'reseller.suspended'],
  }),
  revoke: route('POST /api/console/keys/revoke', {
    ...change,
    whenSuspended: true,
    summary: 'End a key: its next call is refused',
    input: Strict({ id: RowId }),
    output: Done,
    errors: ['object.unknown', 'staff.step_up'],
  }),
}
