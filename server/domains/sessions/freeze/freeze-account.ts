import type { Static } from 'typebox'

import type { api } from '../../../../contract/api.ts'
import { hasMail } from '../../../config.ts'
import { type Ctx, inTx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { markLocked } from '../../accounts/account-marks.ts'
import { accountSubject, writeAudit } from '../../audit/audit.ts'
import { emit, userOf } from '../../events/emit.ts'
import { alignLinesLater } from '../../subscriptions/subscription-store.ts'
import { endSessions } from '../end-sessions.ts'
import { checkPassword } from '../factors/check-password.ts'
import { freezeState } from './freeze-state.ts'
import { pauseService } from './pause-service.ts'
import { loadFreeze } from './queries.ts'
import { resumeService } from './resume-service.ts'

type Freeze = typeof api.accounts.freeze

/** One call with three actions, as older apps expect: pause, resume and lock. */
export async function freezeAccount(
  ctx: Ctx<'user'>,
  input: Static<Freeze['input']>,
): Promise<Static<Freeze['output']>> {
  if (input.type === 'pause') await pauseService(ctx)
  else if (input.type === 'resume') await resumeService(ctx)
  else await lockAccount(ctx, input.passWord)
  const { state, until, bankedSeconds } = await freezeState(ctx)
  return { state: input.type === 'lock' ? 'locked' : state, until, bankedSeconds }
}

/** For a stolen account: signs everybody out at once, the owner too. The mail says how to come back. */
async function lockAccount(ctx: Ctx<'user'>, passWord: string | undefined): Promise<void> {
  const { owner } = ctx
  // Without mail nobody could unlock it again.
  if (!hasMail(ctx.config)) fail('email.off')
  const { verifiedEmail } = (await loadFreeze(ctx.db, owner)) ?? fail('object.unknown')
  if (!verifiedEmail) fail('email.not_bound')
  if (passWord === undefined) fail('auth.password_required')
  await checkPassword(ctx, passWord)
  await inTx(ctx, async (tx) => {
    if (!(await markLocked(tx.db, owner, ctx.now))) fail('freeze.wrong_state')
    await endSessions(tx, owner)
    await alignLinesLater(tx, owner)
    await emit(tx, 'account.locked', userOf(owner))
    const subject = accountSubject(owner.accountId)
    const entry = { resellerId: owner.resellerId, actor: subject, action: 'account.locked', subject }
    await writeAudit(tx.db, entry, ctx.now)
  })
}
