import type { Static } from 'typebox'

import { consoleApi } from '../../../../contract/console/api.ts'
import type { WebhookDelivery, WebhookRow } from '../../../../contract/console/webhooks.ts'
import type { WebhookEvent } from '../../../../contract/webhook-events.ts'
import type { StaffCtx } from '../../../platform/context.ts'
import { pagesBy } from '../../../platform/db/page-cursor.ts'
import { fail } from '../../../platform/errors.ts'
import type { Answer } from '../../../platform/http/answer.ts'
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

const showHook = (hook: ShownHook): Answer<WebhookRow> => ({ ...hook, webhookId: hook.id, state: stateOf(hook) })

function stateOf({ offReason, failingSince }: ShownHook): WebhookRow['state'] {
  if (offReason === null) return failingSince ? 'failing' : 'on'
  return ({ staff: 'off', gone: 'gone', failing: 'given_up' } as const)[offReason]
}

function showDelivery(row: ShownDelivery): Answer<WebhookDelivery> {
  const nextAt = row.state === 'waiting' ? row.notBefore : null
  return { ...row, deliveryId: row.id, sentAs: messageId(row.eventId), nextAt }
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
  }),
  bind(webhooks.rotate, (ctx, { webhookId, hours }) => rotateSecret(ctx, byMember(ctx), webhookId, hours)),
  bind(webhooks.switch, (ctx, { webhookId, on }) => switchHook(ctx, byMember(ctx), webhookId, on)),
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
    const log = found.log.map(({ createdAt, ...tried }) => ({ ...tried, at: createdAt }))
    return { ...showDelivery(found.delivery), body: found.delivery.body, log }
  }),
  bind(webhooks.resend, async (ctx, { webhookId, deliveryId = null }) => {
    const by = byMember(ctx)
    await takeOne(ctx, SENT_BY_HAND, String(by.team))
    return { count: await resend(ctx, by, webhookId, deliveryId) }
  }),
  bind(webhooks.remove, (ctx, { webhookId }) => removeHook(ctx, byMember(ctx), webhookId)),
]
