import type { Tx } from '../../../platform/db/db.ts'
import {
  claimUntold,
  findConcerned,
  lockUntoldStops,
  markStopTold,
  type Concerned,
  type UntoldStop,
} from './change-queries.ts'

type TellCtx = { db: Tx; now: Date }

/** Who must be told of a price that rises. For the code that writes the mails, in the same transaction. */
export async function takeUntoldRises(ctx: TellCtx): Promise<Concerned[]> {
  const ids = await claimUntold(ctx.db, ctx.now)
  return ids.length === 0 ? [] : findConcerned(ctx.db, ids)
}

/** The same for offers that stopped selling. */
export async function takeUntoldStops(ctx: TellCtx): Promise<UntoldStop[]> {
  const stops = await lockUntoldStops(ctx.db)
  for (const stop of stops) await markStopTold(ctx.db, stop, ctx.now)
  return stops
}
