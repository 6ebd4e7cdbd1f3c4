import { randomUUID } from 'node:crypto'

import type { Tx } from '../../../platform/db/db.ts'
import { findKept } from '../../accounts/import-accounts.ts'
import {
  beginImportedLines,
  endImportedLines,
  findServing,
  insertImportedLines,
  tellServing,
  type ImportedLine,
} from '../../lines/import-lines.ts'
import type { SourceUser } from '../neutral.ts'
import { inBatches, markOf, type ImportCtx, type Work } from './context.ts'
import { findThings, saveThings, type Thing } from './queries.ts'

const BATCH = 500
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type Wanted = { thing: Thing; user: SourceUser; nodeIds: number[]; mark: string }

/**
 * One line for each node of the user's group, all with the old uuid, so that clients go on as they are. Who is blocked
 * has none.
 */
export async function bringLines(ctx: ImportCtx & { db: Tx }, work: Work): Promise<void> {
  const nodes = new Map((await findThings(ctx.db, work, 'node')).map(({ oldKey, ourKey }) => [oldKey, Number(ourKey)]))
  const wanted = nodes.size === 0 ? [] : await findWanted(ctx, work, nodes)
  const serving = await findServing(ctx.db, work.resellerId, work.refreshed)
  if (wanted.length === 0 && serving.length === 0) return
  const uuids = firstOwners(work)
  // All at once and in order: other changes wait for nodes too.
  const changing = new Set([...serving, ...(wanted.length === 0 ? [] : nodes.values())])
  const revisions = await beginImportedLines(ctx.db, [...changing])
  for (const some of inBatches(work.refreshed, BATCH)) await tellServing(ctx.db, work.resellerId, some, revisions)
  let done = 0
  for (const batch of inBatches(wanted, BATCH)) {
    const ids = batch.map(({ thing }) => Number(thing.ourKey))
    const kept = await findKept(ctx.db, work.resellerId, ids)
    const again = batch.filter(({ thing }) => thing.marks['lines'] !== undefined)
    const leaving = again.map(({ thing }) => Number(thing.ourKey))
    if (leaving.length > 0) await endImportedLines(ctx, work.resellerId, leaving, revisions)
    const lines = batch.flatMap(({ thing, user, nodeIds }): ImportedLine[] => {
      const accountId = Number(thing.ourKey)
      if (!kept.has(accountId)) return []
      // As it is written there: where it is a password, capital letters count.
      const credential = uuids.get(user.uuid.toLowerCase()) === user.id ? user.uuid : randomUUID()
      return nodeIds.map((nodeId) => ({ resellerId: work.resellerId, accountId, nodeId, credential }))
    })
    work.brought.lines += await insertImportedLines(ctx, work.resellerId, lines, revisions)
    const marked = batch.map(({ thing, mark }) => ({ ...thing, marks: { ...thing.marks, lines: mark } }))
    await saveThings(ctx.db, work, 'user', marked)
    done += batch.length
    ctx.onProgress?.({ stage: 'lines', done, of: wanted.length })
  }
}

async function findWanted(ctx: ImportCtx, work: Work, nodes: ReadonlyMap<string, number>): Promise<Wanted[]> {
  const byGroup = new Map<number, number[]>()
  const nodesOf = (groupId: number | null) => {
    if (groupId === null) return []
    const known =
      byGroup.get(groupId) ?? work.rows.nodesOf(groupId).flatMap(({ key }) => nodes.get(key.slice(0, 60)) ?? [])
    byGroup.set(groupId, known)
    return known
  }
  const things = await findThings(ctx.db, work, 'user')
  return things.flatMap((thing): Wanted[] => {
    const user = work.same.has(Number(thing.oldKey)) ? undefined : work.rows.users.get(Number(thing.oldKey))
    if (!user || thing.marks['service'] === undefined) return []
    const groupId = user.groupId ?? work.rows.plans.get(user.planId ?? -1)?.groupId ?? null
    const nodeIds = user.isBanned ? [] : nodesOf(groupId)
    const mark = markOf(ctx, ['lines', user.uuid, nodeIds])
    return thing.marks['lines'] === mark ? [] : [{ thing, user, nodeIds, mark }]
  })
}

/** Of two users with one uuid the first keeps it, as the dry run says. */
export function firstOwners({ rows }: Work): Map<string, number> {
  const owners = new Map<string, number>()
  for (const { id, uuid } of rows.users.values()) {
    const text = uuid.toLowerCase()
    if (UUID.test(text) && !owners.has(text)) owners.set(text, id)
  }
  return owners
}
