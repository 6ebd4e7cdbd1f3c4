import { DEFAULT_RESELLER_KEY } from '../../../contract/app-key.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { writeAudit, type AuditActor, type AuditWords } from '../audit/audit.ts'
import { resellerSubject } from './add-reseller.ts'
import { isLikeAddress, isMisleadingName } from './agency-name.ts'
import { findBrandProblems, type BrandSettings } from './brand-settings.ts'
import { loadOwnTexts, saveOwnText } from './own-texts.ts'
import { getReseller } from './reseller-config.ts'
import { findDomainRows, loadBrandColumns, updateBrandColumns } from './settings-queries.ts'

/** Sets the given fields and leaves the rest; null restores the default of the key. Saves all of it or nothing. */
export function updateBrand(
  ctx: Pick<Ctx, 'db' | 'now' | 'config'>,
  resellerId: number,
  settings: BrandSettings,
  actor: AuditActor,
): Promise<void> {
  return inTx(ctx, async (tx) => {
    await getReseller(tx, resellerId)
    // Every reseller's domains are our own origin. Of other resellers only verified hosts count: just naming a host
    // must not take it from anybody.
    const domains = await findDomainRows(tx.db, null)
    const ours = domains.filter((domain) => domain.verifiedAt !== null || domain.resellerId === resellerId)
    const hosts = ours.map(({ host }) => `https://${host}`)
    const problems = findBrandProblems(settings, [new URL(ctx.config.publicUrl).origin, ...hosts])
    // Only the platform's own brand may use the platform's name.
    for (const field of resellerId === DEFAULT_RESELLER_KEY ? [] : (['title', 'senderName'] as const)) {
      const name = settings[field]
      if (name && isMisleadingName(name)) {
        problems.push({ field, problem: 'not the name of the platform, and no unseen characters' })
      }
    }
    if (settings.senderName && isLikeAddress(settings.senderName)) {
      problems.push({ field: 'senderName', problem: 'a name without @, < and >, quotes and line breaks' })
    }
    const fields = Object.fromEntries(problems.map(({ field, problem }) => [field, problem]))
    if (problems.length > 0) fail('request.invalid', { fields })
    const before = { ...(await loadBrandColumns(tx.db, resellerId)), ...(await loadOwnTexts(tx.db, resellerId)) }
    const { agreement, help, ...columns } = settings
    if (Object.keys(columns).length > 0) await updateBrandColumns(tx.db, resellerId, columns)
    if (agreement !== undefined) await saveOwnText(tx.db, { resellerId, kind: 'agreement' }, agreement, ctx.now)
    if (help !== undefined) await saveOwnText(tx.db, { resellerId, kind: 'help' }, help, ctx.now)
    const entry = { resellerId, actor, action: 'reseller.brand_changed', subject: resellerSubject(resellerId) }
    const named = Object.keys(settings) as (keyof BrandSettings)[]
    await writeAudit(
      tx.db,
      { ...entry, detail: { fields: named.join(' ') }, before: told(before, named), after: told(settings, named) },
      ctx.now,
    )
  })
}

const AS_LENGTH = new Set<keyof BrandSettings>(['icon', 'contact', 'receiptText'])

/** The audit gets only the length of pictures, free texts and headers, and sites as one line. */
function told(settings: BrandSettings, fields: readonly (keyof BrandSettings)[]): AuditWords {
  return Object.fromEntries(
    fields.map((field) => {
      const value = settings[field] ?? null
      if (field === 'feedHeaders') return [field, (settings.feedHeaders ?? []).map(lengthOf).join(', ')]
      if (Array.isArray(value)) return [field, value.join(' ')]
      if (value !== null && typeof value === 'object') return [field, lengthsOf(value)]
      return [field, typeof value === 'string' && AS_LENGTH.has(field) ? value.length : value]
    }),
  )
}

/** For example `routing 812`. */
const lengthOf = (line: string) =>
  `${line.slice(0, line.indexOf(':'))} ${line.slice(line.indexOf(':') + 1).trim().length}`

/** For example `zh-CN 1200, en 900`. */
const lengthsOf = (texts: object) =>
  Object.entries(texts)
    .map(([language, text]: [string, string]) => `${language} ${text.length}`)
    .join(', ')
