import { limits } from '../../../../contract/limits.ts'
import type { SpeedMode } from '../../../../contract/lines.ts'
import type { Owner } from '../../../platform/context.ts'
import type { Queryable, Tx } from '../../../platform/db/db.ts'
import type { Period } from '../../catalogue/period.ts'
import type { Plan } from '../../subscriptions/subscription.ts'
import type { LineChange } from '../align-queries.ts'
import { MAY_USE_LIFELINE, STOPPED_BY_ENDING } from '../lifeline/conditions.ts'
import type { LineState } from '../line-states.ts'

export type DesiredRow = Owner & {
  number: number
  generation: number
  state: LineState
  sealedCredential: Buffer
  port: number | null
  period: Period | null
  expiresAt: Date | null
  leftBytes: number
  deviceLimit: number
  speedClass: Plan['speedClass']
  speedMode: SpeedMode
  /** Set while the user of an ended package still gets to the portal. */
  lifelineUntil: Date | null
  lifelineLeft: number | null
}

const LIVE = `l.state in ('installing', 'active', 'moving')`
const MAY_LIFELINE = `${STOPPED_BY_ENDING} and ${MAY_USE_LIFELINE}`

/**
 * `since` null: all users with access. Otherwise all lines changed after that revision, including ended ones. With
 * `lifelinesAt`, those whose lifeline runs then have access too, for an agent that holds them to the listed places.
 */
export function findDesiredRows(
  db: Queryable,
  nodeId: number,
  since: number | null,
  lifelinesAt: Date | null,
): Promise<DesiredRow[]> {
  const asks = lifelinesAt !== null
  const all = asks ? `(${LIVE} or ${MAY_LIFELINE})` : LIVE
  const ifLifeline = (value: string) => (asks ? `case when ${MAY_LIFELINE} then ${value} end` : 'null')
  return db.query<DesiredRow>({
    name: `node_calls.${asks ? 'lifelines' : 'users'}_${since === null ? 'all' : 'since'}`,
    text: `select l.reseller_id, l.account_id, l.number, l.generation, l.state, l.sealed_credential, l.port,
        s.period, s.expires_at, greatest(0, coalesce(s.total_bytes - s.used_bytes, 0)) as left_bytes,
        coalesce(s.device_limit, 0) as device_limit, coalesce(s.speed_class, 'standard') as speed_class, a.speed_mode,
        ${ifLifeline('x.until_at')}::timestamptz as lifeline_until,
        ${ifLifeline(`${limits.lifelineBytes} - x.used_bytes`)}::bigint as lifeline_left
      from lines l join accounts a on a.reseller_id = l.reseller_id and a.id = l.account_id
      left join subscriptions s on s.reseller_id = l.reseller_id and s.account_id = l.account_id
      ${asks ? LIFELINES : ''}
      where l.node_id = $1 and ${since === null ? all : `l.revision > $${asks ? 3 : 2}`} order by l.number`,
    values: [nodeId, ...(asks ? [lifelinesAt] : []), ...(since === null ? [] : [since])],
  })
}
/**
 * The reseller is joined to the lifeline, not to the line: joined to the line, its number would also stand for the
 * account's, and the database then may compare every line with every account of the reseller.
 */
const LIFELINES = `left join (lifelines x join resellers r on r.id = x.reseller_id)
  on x.reseller_id = l.reseller_id and x.account_id = l.account_id and x.until_at > $2`

export async function loadRevision(db: Queryable, nodeId: number): Promise<number> {
  const rows = await db.query<{ revision: number }>({
    name: 'node_calls.revision',
    text: 'select revision from nodes where id = $1',
    values: [nodeId],
  })
  return rows[0]!.revision
}

/** Skips a locked line instead of waiting: the next report activates it. Tells whether there is one. */
export async function activateLines(db: Queryable, nodeId: number, applied: number, now: Date): Promise<boolean> {
  const rows = await db.query<{ isLeft: boolean }>({
    name: 'node_calls.activate',
    text: `with activated as (update lines set state = 'active', state_since = $3 where id in (
          select id from lines where ${WAITING} for update skip locked) returning id)
      select exists (select from lines where ${WAITING} and id not in (select id from activated)) as is_left`,
    values: [nodeId, applied, now],
  })
  return rows[0]!.isLeft
}
const WAITING = `node_id = $1 and state in ('installing', 'moving') and revision <= $2`

/** Locks the lines with these numbers that have access on this node, as of the revision it applied. */
export function lockFailedLines(
  db: Tx,
  nodeId: number,
  applied: number,
  numbers: readonly number[],
): Promise<Pick<LineChange, 'id' | 'number' | 'nodeId' | 'from'>[]> {
  return db.query({
    name: 'node_calls.lock_failed',
    text: `select id, number, node_id, state as "from" from lines where node_id = $1 and revision <= $2
        and number = any($3::bigint[]) and state in ('installing', 'active', 'moving')
      order by created_at, number for update skip locked`,
    values: [nodeId, applied, numbers],
  })
}

export async function loadLastSeq(db: Queryable, nodeId: number, boot: string): Promise<number> {
  const rows = await db.query<{ seq: number }>({
    name: 'node_calls.last_seq',
    text: 'select coalesce(max(seq), 0) as seq from traffic_batches where node_id = $1 and boot_id = $2',
    values: [nodeId, boot],
  })
  return rows[0]!.seq
}
