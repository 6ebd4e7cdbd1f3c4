import type { api } from '../../../../contract/api.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { AnswerOf } from '../../../platform/http/answer.ts'
import { loadTotp } from '../../accounts/totp.ts'
import { findPasskeys } from './passkey-queries.ts'
import { countRecoveryCodes } from './queries.ts'

export async function factorState(ctx: Ctx<'user'>): Promise<AnswerOf<typeof api.factors.state>> {
  const { owner } = ctx
  const totp = await loadTotp(ctx.db, owner)
  const passkeys = await findPasskeys(ctx.db, owner)
  return {
    totp: totp?.totpConfirmedAt != null,
    recoveryCodesLeft: await countRecoveryCodes(ctx.db, owner),
    passkeys,
  }
}
