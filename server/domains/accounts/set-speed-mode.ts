import type { Owner } from '../../platform/context.ts'
import type { SpeedMode } from '../../../contract/lines.ts'
import type { Tx } from '../../platform/db.ts'
import { updateSpeedMode } from './queries.ts'

/** False while the account is paused. */
export function setSpeedMode(ctx: { db: Tx }, account: Owner, mode: SpeedMode): Promise<boolean> {
  return updateSpeedMode(ctx.db, account, mode)
}
