import type { Static } from 'typebox'

import { consoleApi } from '../../../../contract/console/api.ts'
import type { WebhookDelivery, WebhookRow } from '../../../../contract/console/webhooks.ts'
import type { WebhookEvent } from '../../../../contract/webhook-events.ts'
import type { StaffCtx } from '../../../platform/context.ts'
import { pagesBy } from '../../../platform/db/page-cursor.ts'
import { fail } from '../../../platform/errors.ts'
import { bind } from '../../../platform/http/bind.ts'
import { takeOne, type Limit } from '../../../platform/limits/limits.ts'
import { staffActor } from '../../audit/audit.ts'
import { asMember, teamOf } from '../../staff/team/by.ts'
import { messageId } from '../../webhooks/call-hook.ts'
import { findTeamHooks, type ShownHook } from '../../webhooks/find-hooks.ts'
import {
  addHook,
  changeHook,
  resend,
  testHook,
  type By,
  removeHook,
  rotateSecret,
  switchHook,
} from '../../webhooks/own-hooks.ts'
import { loadLog, showDeliveries, type ShownDelivery } from '../../webhooks/show-log.ts'
import { checkAddress } from './check-address.ts'

const { webhooks } = consoleApi

type Ctx = StaffCtx<'any'>

const SENT_BY_HAND: Limit = { name: 'webhook-send', points: 120, windowMs: 3_600_000 }
const pages = pagesBy({ id: 'id' }, 50)

/** Only its own members change a team's webhooks. */
const byMember = (ctx: Ctx): By => ({ team: asMember(ctx).team, actor: staffActor(ctx) })

async function wishOf(ctx: Ctx, by: By, { name, url, events }: Static<typeof webhooks.add.input>) {
  const trimmed = name.trim()
  if (trimmed === '') fail('request.invalid', { fields: { name: 'minLength' } })
  const address = await checkAddress(ctx, by, url.trim())
  return { name: trimmed, ...address, events: [...events] as WebhookEvent[] }
}

function showHook(hook: ShownHook): WebhookRow {
  const { id, name, url, events, failingSince, oldUntil, createdAt, delivered, waiting, givenUp } = hook
  return {
    webhookId: id,
    name,
    url,
    events,
    state: stateOf(hook),
    failingSince: failingSince?.toISOString() ?? null,
    oldUntil: oldUntil?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    delivered,
    waiting,
    givenUp,
  }
}

function stateOf({ offReason, failingSince }: ShownHook): WebhookRow['state'] {
  if (offReason === null) return failingSince ? 'failing' : 'on'
  return ({ staff: 'off', gone: 'gone', failing: 'given_up' } as const)[offReason]
}

function showDelivery(row: ShownDelivery): WebhookDelivery {
  const { id, eventId, type, object, state, tries, status, notBefore, createdAt, endedAt } = row
  return {
    deliveryId: id,
    eventId: messageId(eventId),
    type,
    object,
    state,
    tries,
    status,
    createdAt: createdAt.toISOString(),
    nextAt: state === 'waiting' ? notBefore.toISOString() : null,
    endedAt: endedAt?.toISOString() ?? null,
  }
}

export const webhookRoutes = [
  bind(webhooks.list, async (ctx) => {
    const rows = await findTeamHooks(ctx, teamOf(ctx))
    return { rows: rows.map(showHook) }
  }),
  bind(webhooks.add, async (ctx, input) => {
    const by = byMember(ctx)
    return addHook(ctx, by, await wishOf(ctx, by, input))
  }),
  bind(webhooks.change, async (ctx, { webhookId, ...input }) => {
    const by = byMember(ctx)
    await changeHook(ctx, by, webhookId, await wishOf(ctx, by, input))
    return {}
  }),
  bind(webhooks.rotate, (ctx, { webhookId, hours }) => rotateSecret(ctx, byMember(ctx), webhookId, hours)),
  bind(webhooks.switch, async (ctx, { webhookId, on }) => {
    await switchHook(ctx, byMember(ctx), webhookId, on)
    return {}
  }),
  bind(webhooks.test, async (ctx, { webhookId }) => {
    const by = byMember(ctx)
    await takeOne(ctx, SENT_BY_HAND, String(by.team))
    return { deliveryId: await testHook(ctx, by, webhookId) }
  }),
  bind(webhooks.deliveries, async (ctx, { webhookId, state = null, cursor }) => {
    const before = pages.after(cursor)?.id ?? null
    const rows = await showDeliveries(ctx, teamOf(ctx), { webhookId, state, before, limit: pages.limit })
    const { shown, next } = pages.page(rows ?? fail('object.unknown'), ({ id }) => ({ id }))
    return { rows: shown.map(showDelivery), nextCursor: next }
  }),
  bind(webhooks.delivery, async (ctx, { deliveryId }) => {
    const found = (await loadLog(ctx, teamOf(ctx), deliveryId)) ?? fail('object.unknown')
    const log = found.log.map(({ createdAt, ...tried }) => ({ ...tried, at: createdAt.toISOString() }))
    return { ...showDelivery(found.delivery), body: found.delivery.body, log }
  }),
  bind(webhooks.resend, async (ctx, { webhookId, deliveryId = null }) => {
    const by = byMember(ctx)
    await takeOne(ctx, SENT_BY_HAND, String(by.team))
    return { count: await resend(ctx, by, webhookId, deliveryId) }
  }),
  bind(webhooks.remove, async (ctx, { webhookId }) => {
    await removeHook(ctx, byMember(ctx), webhookId)
    return {}
  }),
]
