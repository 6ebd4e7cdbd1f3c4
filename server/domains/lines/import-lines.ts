import type { Ctx, Owner } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { bumpRevision } from '../nodes/bump-revision.ts'
import { alignLinesLater } from '../subscriptions/subscription-store.ts'
import { sealCredential } from './credential.ts'
import { lockNodes } from './queries.ts'

/** A user that a node of another panel already knows by this credential. */
export type ImportedLine = Owner & { nodeId: number; credential: string }

type LineCtx = Pick<Ctx, 'now' | 'config'> & { db: Tx }
export type Revisions = ReadonlyMap<number, number>

/**
 * Why lines of the subscription `s` must wait at the time $2, or null. The account is looked up for each: rows that this
 * transaction wrote are not in the statistics yet, and a join would compare everybody with everybody.
 */
const WHY = `cross join lateral (select case
        when (select a.paused_at from accounts a where a.reseller_id = s.reseller_id and a.id = s.account_id) is not null then 'paused'
        when s.period is distinct from 'once' and (s.expires_at is null or s.expires_at <= $2) then 'expired'
        when s.used_bytes >= s.total_bytes then 'quota' end as reason) why`

/** Locks the nodes until the transaction ends; what is written then is told to their agents once. */
export async function beginImportedLines(db: Tx, nodeIds: readonly number[]): Promise<Revisions> {
  const ascending = nodeIds.toSorted((one, other) => one - other)
  await lockNodes(db, ascending)
  const revisions = new Map<number, number>()
  for (const nodeId of ascending) revisions.set(nodeId, await bumpRevision(db, nodeId))
  return revisions
}

/** Where these accounts have lines that run: what they have of their package now may be another end, or more traffic. */
export async function findServing(db: Tx, resellerId: number, accountIds: readonly number[]): Promise<number[]> {
  const rows = await db.query<{ nodeId: number }>({
    name: 'lines.serving_imported',
    text: `select distinct node_id from lines where reseller_id = $1 and account_id = any($2::bigint[]) and ${RUNS}`,
    values: [resellerId, accountIds],
  })
  return rows.map(({ nodeId }) => nodeId)
}
const RUNS = `state in ('installing', 'active', 'moving')`

/** Nobody else changes these lines meanwhile: the import holds the subscriptions that it has written. */
export async function tellServing(
  db: Tx,
  resellerId: number,
  accountIds: readonly number[],
  revisions: Revisions,
): Promise<void> {
  await db.query({
    name: 'lines.tell_serving',
    text: `update lines l set revision = r.revision from unnest($3::integer[], $4::bigint[]) as r (node_id, revision)
      where l.reseller_id = $1 and l.account_id = any($2::bigint[]) and l.node_id = r.node_id and ${RUNS}`,
    values: [resellerId, accountIds, [...revisions.keys()], [...revisions.values()]],
  })
}

/** For who has another credential or other nodes at the other panel by now: new lines take the place of these. */
export async function endImportedLines(
  { db, now }: LineCtx,
  resellerId: number,
  accountIds: readonly number[],
  revisions: Revisions,
): Promise<void> {
  await db.query({
    name: 'lines.end_imported',
    text: `update lines l set state = 'removed', reason = null, state_since = $4, sealed_credential = '', leaves_at = null,
        revision = r.revision
      from unnest($3::integer[], $5::bigint[]) as r (node_id, revision)
      where l.reseller_id = $1 and l.account_id = any($2::bigint[]) and l.node_id = r.node_id and l.state <> 'removed'`,
    values: [resellerId, accountIds, [...revisions.keys()], now, [...revisions.values()]],
  })
}

/**
 * Writes lines that their nodes serve already, so that they are in the feed at once. Who may use nothing now gets them
 * suspended: a renewal brings them back. Where an account has a line on a node, that stays. Returns how many are new.
 */
export async function insertImportedLines(
  ctx: LineCtx,
  resellerId: number,
  lines: readonly ImportedLine[],
  revisions: Revisions,
): Promise<number> {
  const made = await ctx.db.query({
    name: 'lines.insert_imported',
    text: `insert into lines (reseller_id, account_id, node_id, sealed_credential, state, reason, revision, state_since, created_at)
      select $1, i.account_id, i.node_id, i.sealed, case when why.reason is null then 'active' else 'suspended' end, why.reason,
        i.revision, $2, $2
      from unnest($3::bigint[], $4::integer[], $5::bytea[], $6::bigint[]) as i (account_id, node_id, sealed, revision)
      join subscriptions s on s.reseller_id = $1 and s.account_id = i.account_id
      ${WHY}
      on conflict (reseller_id, account_id, node_id) where state <> 'removed' do nothing returning 1 as made`,
    values: [
      resellerId,
      ctx.now,
      lines.map(({ accountId }) => accountId),
      lines.map(({ nodeId }) => nodeId),
      lines.map((line) => sealCredential(ctx.config, line, line.credential)),
      lines.map(({ nodeId }) => revisions.get(nodeId)!),
    ],
  })
  return made.length
}

/**
 * For accounts whose package an import has changed: lines that wait for a renewal or for traffic that came there come back,
 * and those of who has nothing left there end. Nothing happens to lines that are as they must be, which are most.
 */
export async function settleImportedLines(
  ctx: LineCtx,
  resellerId: number,
  accountIds: readonly number[],
): Promise<void> {
  if (accountIds.length === 0) return
  const rows = await ctx.db.query<{ accountId: number }>({
    name: 'lines.imported_to_settle',
    text: `select distinct l.account_id from lines l
      join lateral (select * from subscriptions s
        where s.reseller_id = l.reseller_id and s.account_id = l.account_id offset 0) s on true
      ${WHY}
      where l.reseller_id = $1 and l.account_id = any($3::bigint[]) and l.state <> 'removed'
        and ((l.state = 'active' and why.reason is not null)
          or (l.state = 'suspended' and why.reason is null and l.reason in ('expired', 'quota', 'paused')))`,
    values: [resellerId, ctx.now, accountIds],
  })
  for (const { accountId } of rows) await alignLinesLater(ctx, { resellerId, accountId })
}
