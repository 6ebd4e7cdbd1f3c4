import { civilTime } from '../../../../contract/civil-time.ts'
import { MINUTE_MS } from '../../../../contract/durations.ts'
import { reminderOf, type ReminderKind } from '../../../../contract/events.ts'
import { inTx, type Owner } from '../../../platform/context.ts'
import { dialPublic, DialRefused } from '../../../platform/dial/dial-public.ts'
import { addJob, type JobCtx } from '../../../platform/jobs/jobs.ts'
import { retryAfterMs } from '../../../platform/outbox/retry-after.ts'
import { unseal } from '../../../platform/secrets/crypto.ts'
import { loadNoticeText } from '../../notices/own-notices.ts'
import { DAY_ENDS, isDaytime } from '../../notices/reminders/remind.ts'
import { resellerLinks } from '../../resellers/reseller-by-host.ts'
import { deleteDevice, findDevices, loadDevice, type PushDevice } from './queries.ts'
import { vapidKeys } from './vapid-keys.ts'
import { authorization, encrypt, type PushTarget } from './wire.ts'

export type PushedNotice = Owner & { noticeId: number; kind: ReminderKind }
export type PushedTo = PushedNotice & { deviceId: string; tries: number }

const TIMEOUT_MS = 10_000
const TRIES = 5
const LONGEST_WAIT_MS = 6 * 60 * MINUTE_MS
/** A push service refuses bodies over 4,096 bytes. */
const BODY_CHARS = 300

/** An answer's own words are not for a lock screen: beside the account's name they are left out too. */
const ANSWER_SKIPS = 2
/** Somebody waits for an answer, so it comes at any hour, within this time. */
const ANSWER_TTL_S = 12 * 3600

/** The job after each reminder: one job per browser, so that a slow service delays nobody else. */
export function spreadPush(ctx: JobCtx, notice: PushedNotice): Promise<void> {
  return inTx(ctx, async ({ db }) => {
    const devices = await findDevices(db, notice)
    for (const { id: deviceId } of devices) await addJob(db, 'push.send', { ...notice, deviceId, tries: 1 })
  })
}

/** Sends one reminder to one browser. What the night would delay is left out: the bell and the mail have it. */
export async function sendPush(ctx: JobCtx, sent: PushedTo, dial = dialPublic): Promise<void> {
  const { page, isSingle, isAwaited } = reminderOf(sent.kind)
  if (!isAwaited && !isDaytime(ctx)) return
  const device = await loadDevice(ctx.db, sent, sent.deviceId)
  const text = device && (await loadNoticeText(ctx, sent, sent.noticeId, isAwaited ? ANSWER_SKIPS : 1))
  if (!device || !text) return
  const target = JSON.parse(unseal(ctx.config, 'push', device.id, device.sealedTarget)) as PushTarget
  const linkTo = await resellerLinks(ctx, sent.resellerId)
  const tag = isSingle ? `${sent.kind}-${sent.noticeId}` : sent.kind
  const notification = {
    title: text.title,
    body: text.body.slice(0, BODY_CHARS),
    lang: text.language,
    navigate: linkTo(page),
    tag,
  }
  // The shape of Declarative Web Push: iOS shows it by itself, elsewhere our worker does.
  const body = encrypt(target, JSON.stringify({ web_push: 8030, notification }))
  const headers = {
    authorization: authorization(target.endpoint, vapidOf(ctx)),
    'content-encoding': 'aes128gcm',
    ttl: String(isAwaited ? ANSWER_TTL_S : secondsOfDay(ctx)),
    urgency: 'normal',
    topic: tag,
  }
  const request = {
    method: 'POST',
    headers,
    body,
    contentType: 'application/octet-stream',
    timeoutMs: TIMEOUT_MS,
  } as const
  const answer = await dial(target.endpoint, request).catch((error: unknown) =>
    error instanceof DialRefused ? ('refused' as const) : ('away' as const),
  )
  if (answer === 'refused') return deleteDevice(ctx.db, sent, device.endpointHash)
  if (answer === 'away') return tryLater(ctx, sent, device, 'away', 0)
  await judge(ctx, sent, device, { status: answer.status, retryAfter: answer.headers['retry-after'] })
}

type Answer = { status: number; retryAfter: string | undefined }

async function judge(ctx: JobCtx, sent: PushedTo, device: PushDevice, { status, retryAfter }: Answer): Promise<void> {
  if (status >= 200 && status < 300) return
  // 404 and 410: the browser is gone. 403: it was made for another key.
  if ([403, 404, 410].includes(status)) return deleteDevice(ctx.db, sent, device.endpointHash)
  if (status === 429 || status >= 500)
    return tryLater(ctx, sent, device, status, Math.min(LONGEST_WAIT_MS, retryAfterMs(retryAfter, ctx.now) ?? 0))
  ctx.log.warn({ service: device.serviceHost, status }, 'push refused')
}

/** Never names the address: it is a secret. */
async function tryLater(
  ctx: JobCtx,
  { tries, ...sent }: PushedTo,
  { serviceHost: service }: PushDevice,
  status: number | 'away',
  waitMs: number,
): Promise<void> {
  if (tries >= TRIES) return ctx.log.warn({ service, status }, 'push given up')
  const waitLongerMs = Math.max(waitMs, 2 ** tries * MINUTE_MS)
  const runAt = new Date(ctx.now.getTime() + waitLongerMs)
  await addJob(ctx.db, 'push.send', { ...sent, tries: tries + 1 }, { runAt })
}

/** How long the service may hold it: not into the night. */
function secondsOfDay({ now, config }: JobCtx): number {
  const { hour, minute } = civilTime(now, config.businessTz)
  return ((DAY_ENDS - hour) * 60 - minute) * 60
}

function vapidOf({ config, now }: JobCtx) {
  const { publicUrl, mailFrom } = config
  const subject = publicUrl.startsWith('https:') ? publicUrl : `mailto:${mailFrom}`
  return { keys: vapidKeys(config), subject, now }
}
