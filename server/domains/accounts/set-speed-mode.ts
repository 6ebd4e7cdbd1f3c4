import type { SpeedMode } from '../../../contract/lines.ts'
import type { Tx } from '../../platform/db.ts'
import { updateSpeedMode } from './queries.ts'

/** False while the account is paused. */
export function setSpeedMode(
  ctx: { db: Tx },
  account: { resellerId: number; accountId: number },
  mode: SpeedMode,
): Promise<boolean> {
  return updateSpeedMode(ctx.db, account, mode)
}
