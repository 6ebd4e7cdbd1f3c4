import { HOUR_MS } from '../../../contract/durations.ts'
import { limits } from '../../../contract/limits.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { countOne, forgetCount, loadCount, refuseTooMany, type Limit } from '../../platform/limits/limits.ts'
import { isPictureTry } from '../sign-in/captcha/verify-captcha.ts'

/** Steps in which the wait grows: 2, 4, 8, 16, 30 s. */
const STEPS = 5
const { registrationsPerHour, registrationsTakenPerHour, loginDelayMaxMs } = limits
const registered: Limit = { name: 'reg-caller', points: registrationsPerHour + STEPS, windowMs: HOUR_MS }
const takenAnswers: Limit = { name: 'reg-taken', points: registrationsTakenPerHour + STEPS, windowMs: HOUR_MS }
/** Each name waits once and on its own: many people share an address, and none should queue behind the others. */
const told: Limit = { name: 'reg-told', points: 1, windowMs: 10 * 60_000 }
const wait: Limit = { name: 'reg-wait', points: 1, windowMs: loginDelayMaxMs }

type PaceCtx = Pick<Ctx, 'db' | 'config'>
type Try = { caller: string; userName: string; captcha: string }
export type Pace = {
  /** Call it when the name is taken: refuses if the caller has not waited for that answer yet. */
  onTaken(): Promise<void>
  onMade(): Promise<void>
}

/**
 * Beyond ten registrations or ten answers "taken" an hour from one address asks for a picture captcha, then for a wait
 * of 2 to 30 s; nobody is refused. The captcha is not checked before the wait, so nobody uses one up for nothing. Free
 * and taken names wait alike, otherwise the wait itself would tell which ones are taken.
 */
export async function paceRegistration(ctx: PaceCtx, { caller, userName, captcha }: Try): Promise<Pace> {
  const key = `${caller}/${userName.toLowerCase()}`
  const [made, taken] = await Promise.all([loadCount(ctx, registered, caller), loadCount(ctx, takenAnswers, caller)])
  const extra = Math.max(made.used - registrationsPerHour, taken.used - registrationsTakenPerHour)
  const isSlowed = extra >= 0
  if (isSlowed) {
    if (!isPictureTry(captcha)) fail('auth.captcha_required', { data: { kind: 'image' } })
    await passWait(ctx, key, Math.min(loginDelayMaxMs, 2000 * 2 ** extra))
  }
  return {
    async onTaken() {
      const { used } = await countOne(ctx, takenAnswers, caller)
      if (isSlowed) await forgetCount(ctx, told, key)
      // One of many at once, which started before the others were counted.
      else if (used > registrationsTakenPerHour) await passWait(ctx, key, 2000)
    },
    async onMade() {
      await countOne(ctx, registered, caller)
      if (isSlowed) await forgetCount(ctx, told, key)
    },
  }
}

async function passWait(ctx: PaceCtx, key: string, waitMs: number): Promise<void> {
  const first = await countOne(ctx, told, key)
  const running = first.isOver ? await loadCount(ctx, wait, key) : await countOne(ctx, wait, key, waitMs)
  if (!first.isOver || running.isOver) refuseTooMany({ leftMs: running.leftMs })
}
