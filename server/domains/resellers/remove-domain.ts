import { inTx, type Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { writeAudit, type AuditActor } from '../audit/audit.ts'
import { readHost } from './add-domain.ts'
import { resellerSubject } from './add-reseller.ts'
import { deleteDomain } from './settings-queries.ts'
import type { DomainWish } from './verify-domain.ts'

/** Passkeys made at that host stop working there; the accounts keep their other ways to sign in. */
export function removeDomain(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { host, resellerId: asking }: DomainWish,
  actor: AuditActor,
): Promise<number> {
  const name = readHost(host) ?? fail('object.unknown')
  return inTx(ctx, async (tx) => {
    const resellerId = (await deleteDomain(tx.db, name, asking)) ?? fail('object.unknown')
    const entry = { resellerId, actor, action: 'domain.removed', subject: resellerSubject(resellerId) }
    await writeAudit(tx.db, { ...entry, detail: { host: name } }, ctx.now)
    return resellerId
  })
}
