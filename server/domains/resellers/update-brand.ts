import { DEFAULT_RESELLER_KEY } from '../../../contract/app-key.ts'
import { writeAudit, type AuditActor, type AuditWords } from '../../platform/audit.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { resellerSubject } from './add-reseller.ts'
import { isMisleadingName } from './agency-name.ts'
import { findBrandProblems, type BrandSettings } from './brand-settings.ts'
import { getReseller } from './reseller-config.ts'
import { findDomainRows, loadBrandColumns, updateBrandColumns } from './settings-queries.ts'

/** Sets what is given and leaves the rest; null goes back to the rule of the key. All of it is right or none is kept. */
export function updateBrand(
  ctx: Pick<Ctx, 'db' | 'now' | 'config'>,
  resellerId: number,
  settings: BrandSettings,
  actor: AuditActor,
): Promise<void> {
  return inTx(ctx, async (tx) => {
    await getReseller(tx, resellerId)
    // Every reseller's domains are our own origin. Of others only proven ones: naming a host must not take it from anybody.
    const domains = await findDomainRows(tx.db, null)
    const ours = domains.filter((domain) => domain.verifiedAt !== null || domain.resellerId === resellerId)
    const hosts = ours.map(({ host }) => `https://${host}`)
    const problems = findBrandProblems(settings, [new URL(ctx.config.publicUrl).origin, ...hosts])
    // Only the platform's own brand may be called after it.
    for (const field of resellerId === DEFAULT_RESELLER_KEY ? [] : (['title', 'senderName'] as const)) {
      const name = settings[field]
      if (name && isMisleadingName(name)) {
        problems.push({ field, problem: 'not the name of the platform, and no unseen characters' })
      }
    }
    const fields = Object.fromEntries(problems.map(({ field, problem }) => [field, problem]))
    if (problems.length > 0) fail('request.invalid', { fields })
    const before = await loadBrandColumns(tx.db, resellerId)
    await updateBrandColumns(tx.db, resellerId, settings)
    const entry = { resellerId, actor, action: 'reseller.brand_changed', subject: resellerSubject(resellerId) }
    const named = Object.keys(settings) as (keyof BrandSettings)[]
    await writeAudit(
      tx.db,
      { ...entry, detail: { fields: named.join(' ') }, before: told(before, named), after: told(settings, named) },
      ctx.now,
    )
  })
}

/** A picture is told as its length, sites as one line. */
function told(settings: BrandSettings, fields: readonly (keyof BrandSettings)[]): AuditWords {
  return Object.fromEntries(
    fields.map((field) => {
      const value = settings[field] ?? null
      if (field === 'icon') return [field, value && `${value.length} characters`]
      return [field, Array.isArray(value) ? value.join(' ') : value]
    }),
  )
}
