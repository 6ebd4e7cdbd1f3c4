import { isDeepStrictEqual } from 'node:util'

import { inTx, type Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { mergeLanguages, type ByLanguage } from '../../platform/text/by-language.ts'
import { writeAudit, type AuditActor, type AuditWords } from '../audit/audit.ts'
import {
  insertPackage,
  isNameTaken,
  lockPackage,
  updatePackageRow,
  type NewPackage as Row,
  type PackageChange as RowChange,
} from './operator-queries.ts'
import { refuseBadPackage } from './package-fields.ts'

/** `names` and `notes` in other languages; those left out stay, an empty one is removed. */
type Texts = { names?: ByLanguage; notes?: ByLanguage }
export type NewPackage = Row & Texts
export type PackageChange = RowChange & Texts
type OperatorCtx = Pick<Ctx, 'db' | 'now'>

/** Listed at once, but not sold until a reseller has an offer for it. */
export function addPackage(ctx: OperatorCtx, wish: NewPackage, actor: AuditActor): Promise<number> {
  const row = { ...wish, ...mergeTexts({}, { names: {}, notes: {}, ...wish }) }
  refuseBadPackage(row)
  return inTx(ctx, async (tx) => {
    const id = (await insertPackage(tx.db, row, ctx.now)) ?? fail('name.taken')
    const entry = { resellerId: null, actor, action: 'package.added', subject: packageSubject(id) }
    await writeAudit(tx.db, { ...entry, detail: { name: wish.name, kind: wish.kind } }, ctx.now)
    return id
  })
}

/** Sets the given fields; returns which ones changed. Users keep what they have bought until their next purchase. */
export function changePackage(
  ctx: OperatorCtx,
  id: number,
  given: PackageChange,
  actor: AuditActor,
): Promise<string[]> {
  return inTx(ctx, async (tx) => {
    const before = (await lockPackage(tx.db, id)) ?? fail('object.unknown')
    const change = { ...given, ...mergeTexts(before, given) }
    refuseBadPackage({ ...before, ...change })
    if (change.name !== undefined && (await isNameTaken(tx.db, change.name, id))) fail('name.taken')
    const named = Object.keys(change) as (keyof PackageChange)[]
    const fields = named.filter((field) => !isDeepStrictEqual(change[field], before[field]))
    if (fields.length > 0) await updatePackageRow(tx.db, id, change)
    const entry = { resellerId: null, actor, action: 'package.changed', subject: packageSubject(id) }
    const after = { ...before, ...change }
    await writeAudit(tx.db, { ...entry, before: shown(before, fields), after: shown(after, fields) }, ctx.now)
    return fields
  })
}

/** The texts in other languages that were given, merged into the present ones. */
function mergeTexts(before: { names?: unknown; notes?: unknown }, { names, notes }: Texts): Texts {
  return {
    ...(names && { names: mergeLanguages(before.names, names) }),
    ...(notes && { notes: mergeLanguages(before.notes, notes) }),
  }
}

/** Values for the audit log: texts of the operator's own only as their length. */
function shown(row: RowChange, fields: readonly (keyof PackageChange)[]): AuditWords {
  const words: AuditWords = {}
  if (fields.includes('name')) words.name = row.name ?? null
  if (fields.includes('names')) words.names = Object.values(row.names ?? {}).join(' · ')
  if (fields.includes('note')) words.note = [...(row.note ?? '')].length
  if (fields.includes('notes')) words.notes = [...Object.values(row.notes ?? {}).join('')].length
  if (fields.includes('trafficBytes')) words.trafficBytes = Number(row.trafficBytes)
  if (fields.includes('deviceLimit')) words.deviceLimit = row.deviceLimit ?? null
  if (fields.includes('lineLimit')) words.lineLimit = row.lineLimit ?? null
  if (fields.includes('speedClass')) words.speedClass = row.speedClass ?? null
  if (fields.includes('stock')) words.stock = row.stock ?? null
  if (fields.includes('trialDays')) words.days = row.trialDays ?? null
  if (fields.includes('trialPaidBy')) words.paidBy = row.trialPaidBy ?? null
  if (fields.includes('isListed')) words.isListed = row.isListed ?? null
  if (fields.includes('place')) words.place = row.place ?? null
  return words
}

export function packageSubject(id: number): string {
  return `package:${id}`
}
