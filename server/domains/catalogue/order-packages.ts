import { inTx, type Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { writeAudit, type AuditActor } from '../audit/audit.ts'
import { lockPlaces, savePlaces } from './operator-queries.ts'

/** Takes all packages in the wanted order; refused when the caller saw an outdated list. */
export function orderPackages(
  ctx: Pick<Ctx, 'db' | 'now'>,
  packageIds: readonly number[],
  actor: AuditActor,
): Promise<void> {
  return inTx(ctx, async (tx) => {
    const before = await lockPlaces(tx.db)
    const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b).join(' ')
    if (sorted(before) !== sorted(packageIds)) fail('object.unknown')
    await savePlaces(tx.db, packageIds)
    const words = { before: { order: before.join(' ') }, after: { order: packageIds.join(' ') } }
    await writeAudit(tx.db, { resellerId: null, actor, action: 'package.ordered', subject: null, ...words }, ctx.now)
  })
}
