import type { Config } from '../../config.ts'
import { countTraffic } from '../../domains/traffic/count-traffic.ts'
import { clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { createLog } from '../../platform/log.ts'
import { buildTrafficLine } from './traffic-factories.ts'

type User = { id: number; resellerId: number }

const log = createLog('silent')
let batches = 0

/** A batch from a node's agent: the user's bytes there, on a line that is made when needed. */
export async function useTraffic(
  { db, config }: { db: Db; config: Config },
  { user, nodeId, agoMs = 0, ...bytes }: { user: User; nodeId: number; up: number; down: number; agoMs?: number },
): Promise<void> {
  const known = await db.kysely
    .selectFrom('lines')
    .select('number')
    .where('accountId', '=', user.id)
    .where('nodeId', '=', nodeId)
    .executeTakeFirst()
  const number = known?.number ?? (await buildTrafficLine(db, user, nodeId))
  const now = new Date(clock.now().getTime() - agoMs)
  const batch = { batchId: `use-traffic-${(batches += 1)}`, boot: 'b', seq: 1, seconds: 600, repeatSeconds: null }
  await countTraffic({ db, config, log, now }, { ...batch, nodeId, items: [{ number, ...bytes }] })
}
