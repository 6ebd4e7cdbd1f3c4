import type { Tx } from '../../../platform/db/db.ts'
import type { SourceUser } from '../neutral.ts'
import { inBatches, markOf, type ImportCtx, type Work } from './context.ts'
import { noticer } from './noticed.ts'
import { findThings, saveThings } from './queries.ts'

const BATCH = 1000

/**
 * Finds the users who are at the source as they were, with the same package and nodes here: one digest each, and no stage
 * looks at them again.
 */
export async function findSame(ctx: ImportCtx, work: Work): Promise<void> {
  const rowMark = await rowMarks(ctx, work)
  for (const { oldKey, marks } of await findThings(ctx.db, work, 'user')) {
    const user = marks['row'] === undefined ? undefined : work.rows.users.get(Number(oldKey))
    if (user && marks['row'] === rowMark(user)) work.same.add(user.id)
  }
}

/** When all stages about users are done. Who was left as he is here is looked at again by the next run. */
export async function keepRowMarks(ctx: ImportCtx & { db: Tx }, work: Work): Promise<void> {
  const rowMark = await rowMarks(ctx, work)
  const noticed = noticer(work)
  const changed = (await findThings(ctx.db, work, 'user')).flatMap((thing) => {
    const user = work.rows.users.get(Number(thing.oldKey))
    if (!user || work.same.has(user.id) || work.unsettled.has(user.id)) return []
    const { noticed: _before, ...marks } = thing.marks
    const now = noticed(user)
    return [{ ...thing, marks: { ...marks, row: rowMark(user), ...(now === '' ? {} : { noticed: now }) } }]
  })
  for (const batch of inBatches(changed, BATCH)) await saveThings(ctx.db, work, 'user', batch)
}

async function rowMarks(ctx: ImportCtx, work: Work): Promise<(user: SourceUser) => string> {
  const ours = async (kind: 'package' | 'node') =>
    new Map((await findThings(ctx.db, work, kind)).map(({ oldKey, ourKey }) => [oldKey, ourKey]))
  const [packages, nodes] = [await ours('package'), await ours('node')]
  const nodesOf = new Map<number | null, string>()
  const nodesFor = (groupId: number | null) => {
    const known = nodesOf.get(groupId)
    if (known !== undefined) return known
    const keys = work.rows.nodesOf(groupId).map(({ key }) => nodes.get(key.slice(0, 60)) ?? '')
    nodesOf.set(groupId, keys.join(','))
    return keys.join(',')
  }
  return (user) => {
    const groupId = user.groupId ?? work.rows.plans.get(user.planId ?? -1)?.groupId ?? null
    const packageId = packages.get(String(user.planId)) ?? null
    return markOf(ctx, ['row', user, packageId, nodesFor(groupId)])
  }
}
