import { FALLBACK_WHITELIST } from '../../../contract/app-key.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import { writeAudit, type AuditActor } from '../audit/audit.ts'

const PLATFORM_KEY = 0

/**
 * Adds a reseller, off the whitelist. Without a key it gets the next free one; only the reserved keys can be chosen.
 */
export function addReseller(ctx: Pick<Ctx, 'db' | 'now'>, key: number | null, actor: AuditActor): Promise<number> {
  if (key !== null && !FALLBACK_WHITELIST.includes(key)) {
    const problem = `one of ${FALLBACK_WHITELIST.join(', ')}, or none: new keys are given in order`
    fail('request.invalid', { fields: { key: problem } })
  }
  return inTx(ctx, async (tx) => {
    const id =
      key === null
        ? await addNext(tx, ctx.now)
        : ((await insertReseller(tx.db, key, ctx.now)) ?? fail('reseller.taken'))
    await writeAudit(tx.db, { resellerId: id, actor, action: 'reseller.added', subject: resellerSubject(id) }, ctx.now)
    return id
  })
}

/** Adds the platform's own key together with its first member: its mails use that brand, and its staff work there. */
export async function addPlatformKey(tx: { db: Tx; now: Date }, actor: AuditActor): Promise<void> {
  if ((await insertReseller(tx.db, PLATFORM_KEY, tx.now)) === null) return
  const subject = resellerSubject(PLATFORM_KEY)
  await writeAudit(tx.db, { resellerId: PLATFORM_KEY, actor, action: 'reseller.added', subject }, tx.now)
}

/** Counts from 1000. Skips a key that already exists, for example from an import. */
export async function addNext(ctx: { db: Tx }, now: Date): Promise<number> {
  for (;;) {
    const id = await insertReseller(ctx.db, 'next', now)
    if (id !== null) return id
  }
}

export function resellerSubject(resellerId: number): string {
  return `reseller:${resellerId}`
}

/** Null when the key is taken. `next` draws from a sequence, which never gives a key twice. */
async function insertReseller(db: Tx, key: number | 'next', now: Date): Promise<number | null> {
  const rows = await db.query<{ id: number }>({
    name: 'resellers.insert',
    text: `insert into resellers (id, created_at) values (coalesce($1::integer, nextval('reseller_keys')), $2)
           on conflict (id) do nothing returning id`,
    values: [key === 'next' ? null : key, now],
  })
  return rows[0]?.id ?? null
}
