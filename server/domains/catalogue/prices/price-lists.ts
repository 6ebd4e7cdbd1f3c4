import { inTx, type Ctx } from '../../../platform/context.ts'
import type { Queryable } from '../../../platform/db/db.ts'
import { fail } from '../../../platform/errors.ts'
import { type ByLanguage, mergeLanguages } from '../../../platform/text/by-language.ts'
import { actorName, writeAudit, type AuditActor } from '../../audit/audit.ts'
import { getSellingTerms } from '../../resellers/selling-terms.ts'
import type { Period } from '../period.ts'
import { cancelOpen, findDearer, insertChange, lockList, saveListOf, type Dearer } from './change-queries.ts'
import {
  copyEntries,
  deleteEntry,
  findEntryRows,
  findListRows,
  hasSellers,
  insertList,
  updateExample,
  updateListName,
  type EntryRow,
  type ListRow,
} from './list-queries.ts'
import { earliestRise } from './plan-price.ts'
import { settleStops, tellPricesLater } from './set-wholesale.ts'

type PriceCtx = Pick<Ctx, 'db' | 'now'>
const NAME_MAX = 40
/** For resellers without another one. */
const DEFAULT_LIST = 0

export function findPriceLists(ctx: Pick<Ctx, 'db'>): Promise<ListRow[]> {
  return findListRows(ctx.db)
}

/** Includes the higher price that waits for each entry, and from when. */
export function findListEntries(ctx: Pick<Ctx, 'db'>, listId: number): Promise<EntryRow[]> {
  return findEntryRows(ctx.db, listId)
}

/** A new list, empty or with the prices of another. */
export function addPriceList(
  ctx: PriceCtx,
  { name: given, copyOf }: { name: string; copyOf: number | null },
  actor: AuditActor,
): Promise<number> {
  const name = nameOf(given)
  return inTx(ctx, async (tx) => {
    // Before the insert, which a new name of that list waits for while it holds the list.
    if (copyOf !== null && (await lockList(tx.db, { listId: copyOf })) === null) fail('object.unknown')
    const id = await insertList(tx.db, name, ctx.now)
    if (id === null) return fail('name.taken')
    if (copyOf !== null) await copyEntries(tx.db, copyOf, id)
    await writeAudit(tx.db, { ...audit(id), actor, action: 'price_list.added', detail: { name, copyOf } }, ctx.now)
    return id
  })
}

/** Changes only the name. */
export function renamePriceList(
  ctx: PriceCtx,
  { listId, name: given }: { listId: number; name: string },
  actor: AuditActor,
): Promise<void> {
  const name = nameOf(given)
  return inTx(ctx, async (tx) => {
    const list = (await findListRows(tx.db)).find(({ id }) => id === listId) ?? fail('object.unknown')
    await lockList(tx.db, { listId })
    if (!(await updateListName(tx.db, listId, name))) fail('name.taken')
    const changed = { before: { name: list.name }, after: { name } }
    await writeAudit(tx.db, { ...audit(listId), actor, action: 'price_list.renamed', ...changed }, ctx.now)
  })
}

type Example = { text: string; others: ByLanguage }

/**
 * On the default list, which every new agency begins with. Readers of a language without a text get the first one. Empty
 * text: nothing is shown.
 */
export function setEarningsExample(ctx: PriceCtx, { text, others }: Example, actor: AuditActor): Promise<void> {
  const example = text.trim() === '' ? null : text.trim()
  const trimmed = Object.entries(others).map(([language, other]) => [language, other.trim()])
  const examples = example === null ? {} : mergeLanguages({}, Object.fromEntries(trimmed) as ByLanguage)
  return inTx(ctx, async (tx) => {
    // Before the update's lock of the table, which a new name waits for while it holds the list.
    await lockList(tx.db, { listId: DEFAULT_LIST })
    const beforeLength = await updateExample(tx.db, DEFAULT_LIST, example, examples)
    const changed = { before: { bodyLength: beforeLength }, after: { bodyLength: example?.length ?? 0 } }
    await writeAudit(tx.db, { ...audit(DEFAULT_LIST), actor, action: 'price_list.example_set', ...changed }, ctx.now)
  })
}

/** What an agency begins with: plans of the default list that it would not sell below cost, and the operator's example. */
export async function findAgencyOutlook(ctx: {
  db: Queryable
}): Promise<{ prices: EntryRow[]; example: string | null; examples: ByLanguage }> {
  const rows = await findEntryRows(ctx.db, DEFAULT_LIST)
  const list = (await findListRows(ctx.db)).find(({ id }) => id === DEFAULT_LIST)
  const prices = rows.filter(({ kind, isListed, trialDays, suggestedRetailFen, wholesaleFen }) => {
    if (kind !== 'plan' || !isListed || trialDays !== null) return false
    return suggestedRetailFen !== null && suggestedRetailFen >= wholesaleFen
  })
  return { prices, example: list?.earningsExample ?? null, examples: list?.earningsExamples ?? {} }
}

function nameOf(given: string): string {
  const name = given.trim()
  const isName = name !== '' && [...name].length <= NAME_MAX && !/[\p{Cc}\p{Cf}]/u.test(name)
  return isName ? name : fail('request.invalid', { fields: { name: `1 to ${NAME_MAX} plain characters` } })
}

/** Refused while a reseller sells with it: take the package off the list of packages instead. */
export function removeListEntry(
  ctx: PriceCtx,
  name: { listId: number; packageId: number; period: Period },
  actor: AuditActor,
): Promise<void> {
  const { listId, packageId, period } = name
  return inTx(ctx, async (tx) => {
    if ((await lockList(tx.db, { listId })) === null) fail('object.unknown')
    if (await hasSellers(tx.db, name)) fail('price_list.in_use')
    if (!(await deleteEntry(tx.db, name))) fail('object.unknown')
    await cancelOpen(tx.db, { listId }, { packageId, period }, ctx.now)
    const detail = { packageId, period }
    await writeAudit(tx.db, { ...audit(listId), actor, action: 'price_list.entry_removed', detail }, ctx.now)
  })
}

/** What another list would do, before it is assigned. */
export async function previewAssign(
  ctx: PriceCtx,
  { resellerId, listId }: { resellerId: number; listId: number },
): Promise<{ notBefore: Date | null; dearer: Dearer[] }> {
  await getSellingTerms(ctx, resellerId)
  if (!(await findListRows(ctx.db)).some(({ id }) => id === listId)) fail('object.unknown')
  const dearer = await findDearer(ctx.db, resellerId, listId)
  return { notBefore: startOf(ctx, dearer), dearer }
}

const startOf = (ctx: PriceCtx, dearer: readonly Dearer[]) => (dearer.length === 0 ? null : earliestRise(ctx.now))

/**
 * Assigns another list to a reseller. Applies at once when nothing that it sells gets dearer, otherwise after
 * the notice by mail. The reseller's own prices stay.
 */
export function assignPriceList(
  ctx: PriceCtx,
  { resellerId, listId }: { resellerId: number; listId: number },
  actor: AuditActor,
): Promise<{ notBefore: Date | null; dearer: Dearer[] }> {
  return inTx(ctx, async (tx) => {
    await getSellingTerms(tx, resellerId)
    if ((await lockList(tx.db, { listId })) === null) fail('object.unknown')
    const dearer = await findDearer(tx.db, resellerId, listId)
    await cancelOpen(tx.db, { resellerId }, null, ctx.now)
    const notBefore = startOf(ctx, dearer)
    if (notBefore) {
      await insertChange(tx.db, { resellerId, toListId: listId, madeBy: actorName(actor), madeAt: ctx.now, notBefore })
      await tellPricesLater(tx)
    } else {
      await saveListOf(tx.db, resellerId, listId)
      await settleStops(tx)
    }
    const detail = { list: listId, dearer: dearer.length, from: (notBefore ?? ctx.now).toISOString() }
    const entry = { resellerId, actor, action: 'price_list.assigned', subject: `reseller:${resellerId}`, detail }
    await writeAudit(tx.db, entry, ctx.now)
    return { notBefore, dearer }
  })
}

const audit = (listId: number) => ({ resellerId: null, subject: `price_list:${listId}` })
