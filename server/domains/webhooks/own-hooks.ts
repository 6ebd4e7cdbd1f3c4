import { HOUR_MS } from '../../../contract/durations.ts'
import { WEBHOOKS_MAX, type WebhookEvent } from '../../../contract/webhook-events.ts'
import type { Config } from '../../config.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import { addJob } from '../../platform/jobs/jobs.ts'
import { randomId } from '../../platform/secrets/crypto.ts'
import { closeAlert } from '../alerts/alerts.ts'
import { writeAudit, type AuditActor, type AuditWords } from '../audit/audit.ts'
import { giveUpWaiting, insertTest, sendAgain } from './delivery-queries.ts'
import { makeSecret, sealSecret } from './hook-secret.ts'
import { loadDelivery } from './log-queries.ts'
import {
  countHooks,
  deleteHook,
  findHooks,
  insertHook,
  lockOwnHook,
  saveSecret,
  saveSwitch,
  updateHook,
  type Hook,
  type HookWish,
  type Team,
} from './queries.ts'
import { bodyOf } from './tell-hooks.ts'

type HookCtx = Pick<Ctx, 'db' | 'now'> & { config: Config }
type HookTx = HookCtx & { db: Tx }
/** Whose webhook, and who does it. */
export type By = { team: Team; actor: AuditActor }
type MadeSecret = { webhookId: string; secret: string }

/** The address is checked by the caller, and again at every call. */
export function addHook(ctx: HookCtx, by: By, wish: HookWish): Promise<MadeSecret> {
  return inTx(ctx, async (tx) => {
    if ((await countHooks(tx.db, by.team)) >= WEBHOOKS_MAX) fail('webhook.max')
    const [webhookId, secret] = [randomId(), makeSecret()]
    const sealedSecret = sealSecret(ctx.config, webhookId, secret)
    await insertHook(tx.db, { ...wish, id: webhookId, resellerId: by.team, sealedSecret, now: ctx.now })
    await note(tx, by, webhookId, 'webhook.added', { after: wordsOf(wish) })
    return { webhookId, secret }
  })
}

export function changeHook(ctx: HookCtx, by: By, webhookId: string, wish: HookWish): Promise<void> {
  return inTx(ctx, async (tx) => {
    const hook = await getOwn(tx, by, webhookId)
    await updateHook(tx.db, webhookId, wish)
    await note(tx, by, webhookId, 'webhook.changed', { before: wordsOf(hook), after: wordsOf(wish) })
  })
}

/** The old secret signs beside the new one for so long, so that a receiver can change over without a gap. */
export function rotateSecret(ctx: HookCtx, by: By, webhookId: string, hours: number): Promise<MadeSecret> {
  return inTx(ctx, async (tx) => {
    const hook = await getOwn(tx, by, webhookId)
    const secret = makeSecret()
    const kept = hours > 0 ? { old: hook.sealedSecret, oldUntil: new Date(ctx.now.getTime() + hours * HOUR_MS) } : NONE
    await saveSecret(tx.db, webhookId, { sealed: sealSecret(ctx.config, webhookId, secret), ...kept })
    const detail = { name: hook.name, secrets: 'changed', endsAt: kept.oldUntil?.toISOString() ?? null }
    await note(tx, by, webhookId, 'webhook.secret_replaced', { detail })
    return { webhookId, secret }
  })
}

const NONE = { old: null, oldUntil: null }

/** Off: what waits is given up. On: events from now on; what was given up can be sent again by hand. */
export function switchHook(ctx: HookCtx, by: By, webhookId: string, on: boolean): Promise<void> {
  return inTx(ctx, async (tx) => {
    const { name, offAt } = await getOwn(tx, by, webhookId)
    if (on === (offAt === null)) return
    await saveSwitch(tx.db, webhookId, on ? null : { at: ctx.now, reason: 'staff' })
    if (on) await closeAlert(tx.db, { kind: 'webhook.off', subject: `webhook:${webhookId}` }, ctx.now)
    else await giveUpWaiting(tx.db, webhookId, ctx.now)
    await note(tx, by, webhookId, on ? 'webhook.enabled' : 'webhook.disabled', { detail: { name } })
  })
}

export function removeHook(ctx: HookCtx, by: By, webhookId: string): Promise<void> {
  return inTx(ctx, async (tx) => end(tx, by, await getOwn(tx, by, webhookId)))
}

/** For a change of owner: in that transaction. */
export async function endHooks(tx: { db: Tx; now: Date }, team: number, actor: AuditActor): Promise<void> {
  for (const hook of await findHooks(tx.db, team)) await end(tx, { team, actor }, hook)
}

async function end(tx: { db: Tx; now: Date }, by: By, hook: Hook): Promise<void> {
  await deleteHook(tx.db, hook.id)
  await closeAlert(tx.db, { kind: 'webhook.off', subject: `webhook:${hook.id}` }, tx.now)
  await note(tx, by, hook.id, 'webhook.removed', { before: wordsOf(hook) })
}

/** Goes the way of all events, so that its answer is in the log. */
export function testHook(ctx: HookCtx, by: By, webhookId: string): Promise<number> {
  return inTx(ctx, async (tx) => {
    await getOn(tx, by, webhookId)
    const body = bodyOf('webhook.test', { resellerId: by.team, webhookId }, ctx.now)
    const test = { webhookId, resellerId: by.team, eventId: randomId(), body, now: ctx.now }
    const deliveryId = await insertTest(tx.db, test)
    await addJob(tx.db, 'webhooks.send', { webhookId })
    return deliveryId
  })
}

/** One event again under its id, or all that were given up. Returns how many: none if it is under way already. */
export function resend(ctx: HookCtx, by: By, webhookId: string, deliveryId: number | null): Promise<number> {
  return inTx(ctx, async (tx) => {
    const { name } = await getOn(tx, by, webhookId)
    const named = deliveryId === null ? null : await loadDelivery(tx.db, by.team, deliveryId)
    if (deliveryId !== null && named?.webhookId !== webhookId.toLowerCase()) fail('object.unknown')
    const count = await sendAgain(tx.db, webhookId, deliveryId, ctx.now)
    if (count > 0) await addJob(tx.db, 'webhooks.send', { webhookId })
    await note(tx, by, webhookId, 'webhook.sent_again', { detail: { name, count } })
    return count
  })
}

async function getOwn(tx: HookTx, { team }: By, webhookId: string): Promise<Hook> {
  return (await lockOwnHook(tx.db, team, webhookId)) ?? fail('object.unknown')
}

async function getOn(tx: HookTx, by: By, webhookId: string): Promise<Hook> {
  const hook = await getOwn(tx, by, webhookId)
  return hook.offAt ? fail('webhook.off') : hook
}

/** What people may read of an address: the rest may hold a key. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? ''
}

/** For the audit: set in words. */
function wordsOf({ name, url, events }: { name: string; url: string; events: readonly WebhookEvent[] }): AuditWords {
  return { name, host: hostOf(url), events: [...events].sort().join(' ') }
}

type Words = { before?: AuditWords; after?: AuditWords; detail?: AuditWords }

async function note(
  tx: { db: Tx; now: Date },
  { team, actor }: By,
  webhookId: string,
  action: string,
  words: Words,
): Promise<void> {
  await writeAudit(tx.db, { resellerId: team, actor, action, subject: `webhook:${webhookId}`, ...words }, tx.now)
}
