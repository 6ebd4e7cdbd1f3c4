import type { Queryable } from '../../platform/db/db.ts'
import { findDeliveries, findTries, loadDelivery, type DeliveryRow, type TryRow } from './log-queries.ts'
import { loadHook, type Team } from './queries.ts'

export type ShownDelivery = DeliveryRow

/** Ten of each round; more only after several rounds by hand. */
const TRIES_SHOWN = 50

type Wanted = Parameters<typeof findDeliveries>[2]

/** Null when the team has no such webhook. */
export async function showDeliveries(
  { db }: { db: Queryable },
  team: Team,
  wanted: Wanted,
): Promise<DeliveryRow[] | null> {
  const hook = await loadHook(db, wanted.webhookId)
  return hook?.resellerId === team ? findDeliveries(db, team, wanted) : null
}

type Log = { delivery: DeliveryRow & { body: string }; log: TryRow[] }

/** The newest tries first. Null when the team has no such delivery. */
export async function loadLog({ db }: { db: Queryable }, team: Team, deliveryId: number): Promise<Log | null> {
  const delivery = await loadDelivery(db, team, deliveryId)
  return delivery && { delivery, log: await findTries(db, team, deliveryId, TRIES_SHOWN) }
}
