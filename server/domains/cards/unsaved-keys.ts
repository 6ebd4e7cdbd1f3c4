import { inTx, type Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import type { JobCtx } from '../../platform/jobs/jobs.ts'
import { seal, sha256, unseal, type SealKeys } from '../../platform/secrets/crypto.ts'
import { writeAudit, type AuditActor } from '../audit/audit.ts'
import { resellerSubject } from '../resellers/add-reseller.ts'
import type { BatchName } from './batch-queries.ts'
import {
  deleteDueKeys,
  deleteUnsavedKeys,
  findVoidHashes,
  insertUnsavedKeys,
  loadUnsavedBatch,
  type UnsavedBatch,
} from './unsaved-key-queries.ts'

/** A buyer who clicked away, or whose browser crashed, has this long to come back for the keys. */
export const UNSAVED_MS = 24 * 3_600_000

type KeyCtx = Pick<Ctx, 'db' | 'now'> & { config: SealKeys }
export type ShownKeys = Omit<UnsavedBatch, 'sealedCodes'> & { codes: string[] }

/** Keeps the keys of a new batch readable, sealed to it: copied into another row they do not open. */
export async function keepKeys(
  ctx: { db: Tx; now: Date; config: SealKeys },
  name: BatchName,
  codes: readonly string[],
): Promise<void> {
  const sealedCodes = seal(ctx.config.secretKey, 'card-batch', ownerOf(name), codes.join('\n'))
  await insertUnsavedKeys(ctx.db, { ...name, sealedCodes, eraseAt: new Date(ctx.now.getTime() + UNSAVED_MS) })
}

export async function showUnsavedKeys(ctx: KeyCtx, name: BatchName, actor: AuditActor): Promise<ShownKeys> {
  return (await loadUnsavedKeys(ctx, name, actor)) ?? fail('object.unknown')
}

/** The keys of a batch until they are saved, without those that were voided. Audits each look. */
export function loadUnsavedKeys(ctx: KeyCtx, name: BatchName, actor: AuditActor): Promise<ShownKeys | null> {
  return inTx(ctx, async ({ db }) => {
    const found = await loadUnsavedBatch(db, name, ctx.now)
    if (!found) return null
    const { sealedCodes, ...batch } = found
    const voided = new Set((await findVoidHashes(db, name)).map(({ codeHash }) => codeHash.toString('hex')))
    const kept = unseal(ctx.config, 'card-batch', ownerOf(name), sealedCodes).split('\n')
    const codes = kept.filter((code) => !voided.has(sha256(code).toString('hex')))
    await writeAudit(db, entryOf(name, actor, 'cards.keys_shown', codes.length), ctx.now)
    return { ...batch, codes }
  })
}

/** The buyer has saved the keys: from now on nobody can read them. A second confirmation finds nothing. */
export function forgetKeys(ctx: Pick<Ctx, 'db' | 'now'>, name: BatchName, actor: AuditActor): Promise<void> {
  return inTx(ctx, async ({ db }) => {
    if (!(await deleteUnsavedKeys(db, name))) fail('object.unknown')
    await writeAudit(db, entryOf(name, actor, 'cards.keys_saved'), ctx.now)
  })
}

/** The job that erases what nobody confirmed in time. */
export async function eraseDueKeys(ctx: JobCtx): Promise<void> {
  const count = await deleteDueKeys(ctx.db, ctx.now)
  if (count > 0) ctx.log.info({ count }, 'unsaved card keys erased')
}

function entryOf({ resellerId, batchId }: BatchName, actor: AuditActor, action: string, count?: number) {
  const detail = { batchId, ...(count === undefined ? {} : { count }) }
  return { resellerId, actor, action, subject: resellerSubject(resellerId), detail }
}

function ownerOf({ resellerId, batchId }: BatchName): string {
  return `${resellerId}:${batchId}`
}
