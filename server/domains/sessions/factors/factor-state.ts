import type { Static } from 'typebox'

import type { api } from '../../../../contract/api.ts'
import type { Ctx } from '../../../platform/context.ts'
import { loadTotp } from '../../accounts/totp.ts'
import { findPasskeys } from './passkey-queries.ts'
import { countRecoveryCodes } from './queries.ts'

export async function factorState(ctx: Ctx<'user'>): Promise<Static<typeof api.factors.state.output>> {
  const { owner } = ctx
  const totp = await loadTotp(ctx.db, owner)
  const passkeys = await findPasskeys(ctx.db, owner)
  return {
    totp: totp?.totpConfirmedAt != null,
    recoveryCodesLeft: await countRecoveryCodes(ctx.db, owner),
    passkeys: passkeys.map(({ id, name, createdAt, usedAt }) => ({
      id,
      name,
      createdAt: createdAt.toISOString(),
      usedAt: usedAt?.toISOString() ?? null,
    })),
  }
}
