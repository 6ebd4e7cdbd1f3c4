import Type, { type Static } from 'typebox'

import { Cursor, Done, Instant, Nothing, Nullable, RowId, Strict, Uuid } from '../fields.ts'
import { route } from '../route.ts'
import {
  deliveryStates,
  rotationHours,
  WEBHOOK_NAME_MAX,
  WEBHOOK_URL_MAX,
  webhookEvents,
  webhookStates,
} from '../webhook-events.ts'

const Event = Type.Enum([...webhookEvents])
const State = Type.Enum([...webhookStates])
const DeliveryState = Type.Enum([...deliveryStates])

/** Everything but the secret, which is shown once. */
const Row = Type.Object({
  webhookId: Uuid,
  name: Type.String(),
  url: Type.String(),
  events: Type.Array(Event),
  /** `failing`: the last calls failed. `gone`: it answered 410. `given_up`: off after too many failures. */
  state: State,
  failingSince: Nullable(Instant),
  /** Until when the old secret signs, too. */
  oldUntil: Nullable(Instant),
  createdAt: Instant,
  /** Covers the last 30 days. */
  delivered: Type.Integer(),
  waiting: Type.Integer(),
  givenUp: Type.Integer(),
})
export type WebhookRow = Static<typeof Row>

const Delivery = Type.Object({
  deliveryId: RowId,
  /** Its `webhook-id`: the same in each try. */
  sentAs: Type.String(),
  type: Type.String(),
  object: Type.String(),
  state: DeliveryState,
  tries: Type.Integer(),
  /** The answer to the last try; null before the first, or without an answer. */
  status: Nullable(Type.Integer()),
  createdAt: Instant,
  /** When it is tried next. */
  nextAt: Nullable(Instant),
  endedAt: Nullable(Instant),
})
export type WebhookDelivery = Static<typeof Delivery>

const Try = Type.Object({
  at: Instant,
  tookMs: Type.Integer(),
  status: Nullable(Type.Integer()),
  problem: Nullable(Type.String()),
  /** How the answer begins. */
  answer: Type.String(),
})
const NewWebhook = {
  name: Type.String({ minLength: 1, maxLength: WEBHOOK_NAME_MAX }),
  url: Type.String({ minLength: 1, maxLength: WEBHOOK_URL_MAX }),
  events: Type.Array(Event, { minItems: 1, maxItems: webhookEvents.length, uniqueItems: true }),
}
const Named = Strict({ webhookId: Uuid })
const Secret = Type.Object({ webhookId: Uuid, secret: Type.String() })

const any = { access: 'staff', permission: 'webhooks.write', scope: 'any' } as const
const write = { ...any, stepUp: true } as const

/** Only the team's own members change its webhooks; platform staff inside a reseller can only look. */
export const webhooks = {
  list: route('GET /api/console/webhooks/list', {
    ...any,
    secret: true,
    summary: 'Addresses that are told of events, without their secrets, and how they fare',
    input: Nothing,
    output: Type.Object({ rows: Type.Array(Row) }),
  }),
  add: route('POST /api/console/webhooks/add', {
    ...write,
    summary: 'A public https address that is told of events. Its secret is shown this once',
    input: Strict(NewWebhook),
    output: Secret,
    errors: ['webhook.address', 'webhook.max', 'staff.forbidden', 'reseller.suspended', 'request.too_many'],
  }),
  change: route('POST /api/console/webhooks/change', {
    ...write,
    summary: 'Another name, address or choice of events',
    input: Strict({ webhookId: Uuid, ...NewWebhook }),
    output: Done,
    errors: ['object.unknown', 'webhook.address', 'staff.forbidden', 'reseller.suspended', 'request.too_many'],
  }),
  rotate: route('POST /api/console/webhooks/rotate', {
    ...write,
    summary: 'A new secret, shown this once. The old one signs beside it for the hours that are named',
    input: Strict({ webhookId: Uuid, hours: Type.Integer({ enum: [...rotationHours] }) }),
    output: Secret,
    errors: ['object.unknown', 'staff.forbidden', 'reseller.suspended'],
  }),
  switch: route('POST /api/console/webhooks/switch', {
    ...write,
    summary: 'Tell it or no more. Off, what waits is given up; on, events from then on are sent',
    input: Strict({ webhookId: Uuid, on: Type.Boolean() }),
    output: Done,
    errors: ['object.unknown', 'staff.forbidden', 'reseller.suspended'],
  }),
  test: route('POST /api/console/webhooks/test', {
    ...any,
    summary: 'Queue an event of the type `webhook.test`; its answer is in the log',
    input: Named,
    output: Type.Object({ deliveryId: RowId }),
    errors: ['object.unknown', 'webhook.off', 'staff.forbidden', 'reseller.suspended', 'request.too_many'],
  }),
  deliveries: route('GET /api/console/webhooks/deliveries', {
    ...any,
    summary: 'What was sent to an address in the last 30 days, newest first',
    input: Strict({ webhookId: Uuid, state: Type.Optional(DeliveryState), cursor: Type.Optional(Cursor) }),
    output: Type.Object({ rows: Type.Array(Delivery), nextCursor: Nullable(Type.String()) }),
    errors: ['object.unknown'],
  }),
  delivery: route('GET /api/console/webhooks/delivery', {
    ...any,
    summary: 'One event to one address: its body, and each try with its answer',
    input: Strict({ deliveryId: RowId }),
    output: Type.Object({ ...Delivery.properties, body: Type.String(), log: Type.Array(Try) }),
    errors: ['object.unknown'],
  }),
  resend: route('POST /api/console/webhooks/resend', {
    ...any,
    summary: 'Send one event again under its id, or without `deliveryId` all that were given up',
    input: Strict({ webhookId: Uuid, deliveryId: Type.Optional(RowId) }),
    output: Type.Object({ count: Type.Integer() }),
    errors: ['object.unknown', 'webhook.off', 'staff.forbidden', 'reseller.suspended', 'request.too_many'],
  }),
  remove: route('POST /api/console/webhooks/remove', {
    ...write,
    summary: 'Forget the address, its secret and its log',
    input: Named,
    output: Done,
    errors: ['object.unknown', 'staff.forbidden', 'reseller.suspended'],
  }),
}
