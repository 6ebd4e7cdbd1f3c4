import type { Config } from '../../config.ts'
import { inTx, type Ctx } from '../context.ts'
import { seal } from './crypto.ts'
import { findSealedRows, saveSealed, type SealedColumn } from './sealed-rows.ts'
import { sealMarkAnew, tryOpen } from './secret-mark.ts'

type RotateCtx = Pick<Ctx, 'db' | 'now'> & { config: Config }
export type Rotated = { column: string; sealedAnew: number; already: number; shut: number }

const PAGE = 200

/**
 * Seals everything under SECRET_KEY that SECRET_KEY_OLD opens. Each page is its own transaction: after an interruption
 * it continues, because values that have the new seal already are only counted.
 */
export async function rotateSecrets(
  ctx: RotateCtx,
  columns: readonly SealedColumn[],
  oldKey: Buffer,
  onProgress: (line: string) => void,
): Promise<Rotated[]> {
  const all: Rotated[] = []
  for (const column of columns) {
    const rotated = { column: `${column.table}.${column.column}`, sealedAnew: 0, already: 0, shut: 0 }
    let after: string | null = null
    do {
      after = await rotatePage(ctx, oldKey, column, after, rotated)
      const { sealedAnew, already, shut } = rotated
      onProgress(`${rotated.column}: ${sealedAnew} sealed anew, ${already} were, ${shut} cannot be opened`)
    } while (after !== null)
    all.push(rotated)
  }
  // Do this last: until then a server needs both keys.
  await sealMarkAnew(ctx.db, ctx.config, ctx.now)
  return all
}

/** Returns the key to continue after, or null at the end. */
function rotatePage(
  ctx: RotateCtx,
  oldKey: Buffer,
  column: SealedColumn,
  after: string | null,
  rotated: Rotated,
): Promise<string | null> {
  const { secretKey } = ctx.config
  return inTx(ctx, async ({ db }) => {
    const rows = await findSealedRows(db, column, after, PAGE)
    for (const row of rows) {
      if (tryOpen(secretKey, column.purpose, row.owner, row.sealed) !== null) {
        rotated.already += 1
        continue
      }
      const text = tryOpen(oldKey, column.purpose, row.owner, row.sealed)
      if (text === null) rotated.shut += 1
      else {
        await saveSealed(db, column, row, seal(secretKey, column.purpose, row.owner, text))
        rotated.sealedAnew += 1
      }
    }
    return rows.length < PAGE ? null : rows.at(-1)!.key
  })
}
