import { DEFAULT_RESELLER_KEY } from '../../../contract/app-key.ts'
import { writeAudit } from '../../platform/audit.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { resellerSubject } from './add-reseller.ts'
import { isMisleadingName } from './agency-name.ts'
import { findBrandProblems, type BrandSettings } from './brand-settings.ts'
import { getReseller } from './reseller-config.ts'
import { findDomainRows, updateBrandColumns } from './settings-queries.ts'

/** Sets what is given and leaves the rest; null goes back to the rule of the key. All of it is right or none is kept. */
export function updateBrand(
  ctx: Pick<Ctx, 'db' | 'now' | 'config'>,
  resellerId: number,
  settings: BrandSettings,
  actor: string,
): Promise<void> {
  return inTx(ctx, async (tx) => {
    await getReseller(tx, resellerId)
    // Every reseller's domains are our own origin, not only those of the one that asks.
    const hosts = (await findDomainRows(tx.db, null)).map(({ host }) => `https://${host}`)
    const problems = findBrandProblems(settings, [new URL(ctx.config.publicUrl).origin, ...hosts])
    // Only the platform's own brand may be called after it.
    if (resellerId !== DEFAULT_RESELLER_KEY && settings.title && isMisleadingName(settings.title)) {
      problems.push({ field: 'title', problem: 'not the name of the platform, and no unseen characters' })
    }
    const fields = Object.fromEntries(problems.map(({ field, problem }) => [field, problem]))
    if (problems.length > 0) fail('request.invalid', { fields })
    await updateBrandColumns(tx.db, resellerId, settings)
    const entry = { resellerId, actor, action: 'reseller.brand_changed', subject: resellerSubject(resellerId) }
    await writeAudit(tx.db, { ...entry, detail: { fields: Object.keys(settings).join(' ') } }, ctx.now)
  })
}
