import Type, { type Static } from 'typebox'

import { AnyInteger, Done, Instant, Nothing, Nullable, ResellerKey, RowId, ShortRowId } from '../fields.ts'
import { MonitorAlert } from '../monitor-figures.ts'
import { route } from '../route.ts'
import { alertRules } from './choices.ts'
import { listInput, listOutput } from './list.ts'

const strict = { additionalProperties: false } as const
const base = { access: 'staff', scope: 'platform' } as const
const Name = Type.String({ minLength: 1, maxLength: 40, pattern: '^[A-Za-z0-9_.@-]+$' })
const Totp = Nullable(Type.Object({ secret: Type.String(), uri: Type.String() }))

const MonitorRow = Type.Object({
  userName: Type.String(),
  onlyFor: Nullable(Type.Integer()),
  hasTotp: Type.Boolean(),
  disabledAt: Nullable(Instant),
  createdAt: Instant,
  lastSeenAt: Nullable(Instant),
})
export type MonitorAccount = Static<typeof MonitorRow>
const keys = { ...base, permission: 'monitors.write', stepUp: true } as const
const who = Type.Object({ monitor: Name }, strict)

export const monitors = {
  list: route('GET /api/console/monitors/list', {
    ...base,
    permission: 'monitors.write',
    summary: 'Who may look at the monitor',
    input: Nothing,
    output: Type.Object({ rows: Type.Array(MonitorRow) }),
  }),
  add: route('POST /api/console/monitors/add', {
    ...keys,
    summary: 'A monitor account. The password is made here and shown this once',
    input: Type.Object({ monitor: Name, onlyFor: Type.Optional(ResellerKey), withTotp: Type.Boolean() }, strict),
    output: Type.Object({ password: Type.String(), totp: Totp }),
    errors: ['account.taken', 'object.unknown', 'request.invalid'],
  }),
  disable: route('POST /api/console/monitors/disable', {
    ...keys,
    summary: 'Shut an account out at once',
    input: who,
    output: Done,
    errors: ['object.unknown'],
  }),
  enable: route('POST /api/console/monitors/enable', {
    ...keys,
    summary: 'A new password, shown this once. Ends every session, and opens a disabled account again',
    input: who,
    output: Type.Object({ password: Type.String() }),
    errors: ['object.unknown'],
  }),
  resetTotp: route('POST /api/console/monitors/reset-totp', {
    ...keys,
    summary: 'A new second factor, shown this once, or none. Ends every session',
    input: Type.Object({ monitor: Name, isOff: Type.Boolean() }, strict),
    output: Type.Object({ totp: Totp }),
    errors: ['object.unknown'],
  }),
}

const Rule = Type.Object({
  name: Type.Enum([...alertRules]),
  value: Type.Integer(),
  /** The value from the settings; used until somebody sets another one. */
  fallback: Type.Integer(),
  isOwn: Type.Boolean(),
  least: Type.Integer(),
  most: Type.Integer(),
  /** The worst current measurement; null when nothing can be measured. */
  now: Nullable(Type.Number()),
})
export type AlertRule = Static<typeof Rule>

const Window = Type.Object({
  windowId: Type.Integer(),
  nodeId: Type.Integer(),
  nodeName: Type.String(),
  startsAt: Instant,
  endsAt: Instant,
  note: Type.String(),
  state: Type.Enum(['planned', 'running', 'over', 'cancelled']),
})
export type MaintenanceWindow = Static<typeof Window>

export const alerts = {
  list: route('GET /api/console/alerts/list', {
    ...base,
    permission: 'nodes.read',
    polls: true,
    summary: 'Alerts, open ones and what is over',
    input: listInput(['createdAt'], {
      state: Type.Optional(Type.Enum(['open', 'over'])),
      kind: Type.Optional(Type.String({ maxLength: 60 })),
    }),
    output: listOutput(MonitorAlert),
  }),
  ack: route('POST /api/console/alerts/ack', {
    ...base,
    permission: 'alerts.write',
    summary: 'Somebody looks after it. One that cannot recover by itself is thereby closed',
    input: Type.Object({ alertId: RowId }, strict),
    output: Done,
    errors: ['object.unknown'],
  }),
  rules: route('GET /api/console/alerts/rules', {
    ...base,
    permission: 'nodes.read',
    summary: 'From when on alerts are raised, with what is measured now',
    input: Nothing,
    output: Type.Object({ rules: Type.Array(Rule) }),
  }),
  setRule: route('POST /api/console/alerts/set-rule', {
    ...base,
    permission: 'alerts.write',
    summary: 'Another threshold, or null for that of the settings. Every process goes by it within seconds',
    input: Type.Object({ name: Type.Enum([...alertRules]), value: Nullable(AnyInteger) }, strict),
    output: Done,
    errors: ['request.invalid'],
  }),
  windows: route('GET /api/console/alerts/windows', {
    ...base,
    permission: 'nodes.read',
    summary: 'Maintenance planned ahead, and that of the last 90 days',
    input: Nothing,
    output: Type.Object({ rows: Type.Array(Window) }),
  }),
  plan: route('POST /api/console/alerts/plan', {
    ...base,
    permission: 'nodes.write',
    summary: 'Maintenance of a node from one moment to another; shown on the status page until it is over',
    input: Type.Object(
      {
        nodeId: ShortRowId,
        startsAt: Instant,
        endsAt: Instant,
        note: Type.String({ maxLength: 200 }),
      },
      strict,
    ),
    output: Done,
    errors: ['object.unknown', 'request.invalid'],
  }),
  cancel: route('POST /api/console/alerts/cancel', {
    ...base,
    permission: 'nodes.write',
    summary: 'Take a planned maintenance back, or end one that runs',
    input: Type.Object({ windowId: RowId }, strict),
    output: Done,
    errors: ['object.unknown'],
  }),
}
