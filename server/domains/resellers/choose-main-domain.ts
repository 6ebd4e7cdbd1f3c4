import { inTx, type Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { writeAudit, type AuditActor } from '../audit/audit.ts'
import { readHost } from './add-domain.ts'
import { resellerSubject } from './add-reseller.ts'
import { findDomainRows, makeDomainMain } from './settings-queries.ts'

/** Links in mails point to this host from now on. Only a verified host can be main. */
export function chooseMainDomain(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { resellerId, host }: { resellerId: number; host: string },
  actor: AuditActor,
): Promise<void> {
  return inTx(ctx, async (tx) => {
    const own = await findDomainRows(tx.db, resellerId)
    const chosen = own.find((row) => row.host === readHost(host) && row.verifiedAt !== null) ?? fail('object.unknown')
    const before = own.find((row) => row.isMain)?.host ?? null
    await makeDomainMain(tx.db, resellerId, chosen.host)
    const entry = { resellerId, actor, action: 'domain.made_main', subject: resellerSubject(resellerId) }
    await writeAudit(tx.db, { ...entry, before: { host: before }, after: { host: chosen.host } }, ctx.now)
  })
}
