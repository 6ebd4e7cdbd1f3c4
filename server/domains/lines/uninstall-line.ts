import { inTx, type Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { toRemoved } from './place-line.ts'
import { lockNodes } from './queries.ts'
import { applyChanges, alignLines } from './align-lines.ts'
import { lockLines, lockServices } from './align-queries.ts'

/** Always allowed. One that waited for room under the package's limit may take its place. */
export async function uninstallLine(ctx: Ctx<'user'>, { lineId }: { lineId: string }): Promise<object> {
  const { owner } = ctx
  await inTx(ctx, async (tx) => {
    await lockServices(tx.db, [owner])
    const lines = await lockLines(tx.db, [owner])
    const line = lines.find(({ id }) => id === lineId.toLowerCase()) ?? fail('object.unknown')
    await lockNodes(
      tx.db,
      lines.map(({ nodeId }) => nodeId),
    )
    await applyChanges(tx, [toRemoved(line)])
    await alignLines(tx, owner)
  })
  return {}
}
