import { inTx, type Ctx } from '../../platform/context.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import { writeAudit, type AuditActor } from '../audit/audit.ts'
import { resellerSubject } from '../resellers/add-reseller.ts'
import { getSellingTerms } from '../resellers/selling-terms.ts'
import {
  deleteGroup,
  findGroupRows,
  findResellerGroups,
  findShared,
  insertGroup,
  lockGroup,
  renameGroup,
  saveGroupNodes,
  saveResellerGroups,
  type GroupRow,
} from './group-queries.ts'

type GroupCtx = Pick<Ctx, 'db' | 'now'>
const NAME_MAX = 40

export function findNodeGroups(ctx: { db: Queryable }): Promise<GroupRow[]> {
  return findGroupRows(ctx.db)
}

/** Null groupId: adds a group. Only shared nodes can be in a group. */
export async function saveNodeGroup(
  ctx: GroupCtx,
  groupId: number | null,
  wish: { name: string; nodeIds: readonly number[] },
  actor: AuditActor,
): Promise<number> {
  const name = wish.name.trim()
  const isName = name !== '' && [...name].length <= NAME_MAX && !/[\p{Cc}\p{Cf}]/u.test(name)
  if (!isName) fail('request.invalid', { fields: { name: `1 to ${NAME_MAX} characters` } })
  const nodeIds = [...new Set(wish.nodeIds)]
  return inTx(ctx, async (tx) => {
    if ((await findShared(tx.db, nodeIds)).length !== nodeIds.length) fail('object.unknown')
    const id = groupId ?? (await insertGroup(tx.db, name, ctx.now)) ?? fail('group.taken')
    if (groupId !== null) {
      if (!(await lockGroup(tx.db, groupId))) fail('object.unknown')
      if (!(await renameGroup(tx.db, groupId, name))) fail('group.taken')
    }
    await saveGroupNodes(tx.db, id, nodeIds)
    const entry = { resellerId: null, actor, action: 'group.saved', subject: groupSubject(id) }
    await writeAudit(tx.db, { ...entry, after: { name, nodes: nodeIds.length } }, ctx.now)
    return id
  })
}

/** Refuses to remove a group that a reseller sells by: without it, that reseller could sell all shared nodes. */
export function removeNodeGroup(ctx: GroupCtx, groupId: number, actor: AuditActor): Promise<void> {
  return inTx(ctx, async (tx) => {
    const group = (await lockGroup(tx.db, groupId)) ?? fail('object.unknown')
    const row = (await findGroupRows(tx.db)).find(({ id }) => id === groupId)
    if (row && row.resellerIds.length > 0) fail('group.used')
    await deleteGroup(tx.db, groupId)
    const entry = { resellerId: null, actor, action: 'group.removed', subject: groupSubject(groupId) }
    await writeAudit(tx.db, { ...entry, before: { name: group.name } }, ctx.now)
  })
}

/** Sets the groups that a reseller sells by; none means all shared nodes. Its lines outside them keep running. */
export function setResellerGroups(
  ctx: GroupCtx,
  resellerId: number,
  groupIds: readonly number[],
  actor: AuditActor,
): Promise<void> {
  const wanted = [...new Set(groupIds)].toSorted((one, other) => one - other)
  return inTx(ctx, async (tx) => {
    await getSellingTerms(tx, resellerId)
    for (const id of wanted) if (!(await lockGroup(tx.db, id))) fail('object.unknown')
    const before = await findResellerGroups(tx.db, resellerId)
    await saveResellerGroups(tx.db, resellerId, wanted)
    const entry = { resellerId, actor, action: 'reseller.groups_changed', subject: resellerSubject(resellerId) }
    await writeAudit(
      tx.db,
      { ...entry, before: { groups: before.join(',') }, after: { groups: wanted.join(',') } },
      ctx.now,
    )
  })
}

const groupSubject = (id: number) => `group:${id}`
