import type { Static } from 'typebox'

import type { api } from '../../../../contract/api.ts'
import type { Ctx } from '../../../platform/context.ts'
import { freezeState } from './freeze-state.ts'
import { lockAccount } from './lock-account.ts'
import { pauseService } from './pause-service.ts'
import { resumeService } from './resume-service.ts'

type Freeze = typeof api.accounts.freeze

/** One call of the seed, three things to do. */
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
