import { limits } from '../../../contract/limits.ts'
import type { SpeedMode } from '../../../contract/lines.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { takeOne } from '../../platform/limits/limits.ts'
import { setSpeedMode } from '../accounts/account-marks.ts'
import { refreshLines } from './align-lines.ts'

const CHOICES = { name: 'speed_mode', points: limits.speedModeChoices, windowMs: limits.lineWindowMs }

/** The nodes of the user's lines learn the mode at their next poll. */
export async function chooseSpeedMode(ctx: Ctx<'user'>, { mode }: { mode: SpeedMode }): Promise<{ mode: SpeedMode }> {
  const { owner } = ctx
  await takeOne(ctx, CHOICES, `${owner.resellerId}:${owner.accountId}`)
  await inTx(ctx, async (tx) => {
    if (!(await setSpeedMode(tx, owner, mode))) fail('account.paused')
    await refreshLines(tx, owner)
  })
  return { mode }
}
