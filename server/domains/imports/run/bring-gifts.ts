import { readOldCode } from '../../../../contract/card-code.ts'
import { inTx } from '../../../platform/context.ts'
import { randomToken } from '../../../platform/secrets/crypto.ts'
import { addImportedCards } from '../../cards/import-cards.ts'
import type { CardKind, CardWorth } from '../../cards/price-batch.ts'
import { findOffers, type Offer } from '../../catalogue/get-package.ts'
import { monthsOf } from '../../catalogue/period.ts'
import { daysFen, trafficFen } from '../../catalogue/prices/prorate.ts'
import type { GiftWorth, KeyedGift } from '../neutral.ts'
import { codeProblem, planForGifts, planOf, worthProblem } from '../report/gift-rules.ts'
import { pricesOf } from './bring-packages.ts'
import { inBatches, tellTakenCode, type ImportCtx, type Work } from './context.ts'
import { followGifts, giftMark, KEYS_AT_ONCE, refuseUndone } from './follow-gifts.ts'
import { findThings, saveThings } from './queries.ts'

const NOTHING = { amountFen: null, packageId: null, period: null, trafficBytes: null, days: null }

type Priced = { kind: CardKind; worth: CardWorth }
type Wanted = Priced & { oldKey: string; code: string; expiresAt: Date | null; mark: string }

/**
 * Gift codes become keys of batches, and those that were used or changed at the old panel since end here. Every batch is a
 * transaction of its own: what is posted first decides which accounts are locked.
 */
export async function bringGifts(ctx: ImportCtx, work: Work): Promise<void> {
  if (!work.rows.hasGifts) return
  ctx.onProgress?.({ stage: 'gifts', done: 0, of: 0 })
  const gifts = work.rows.gifts()
  const nowSeconds = Math.floor(ctx.now.getTime() / 1000)
  const brought = await followGifts(ctx, work, gifts)
  const wanted = await findWanted(ctx, work, gifts, { nowSeconds, isBrought: (key) => brought.has(key) })
  for (const same of groupsOf(wanted)) {
    for (const batch of inBatches(same, KEYS_AT_ONCE)) await addBatch(ctx, work, batch)
  }
}

async function findWanted(
  ctx: ImportCtx,
  work: Work,
  gifts: readonly KeyedGift[],
  { nowSeconds, isBrought }: { nowSeconds: number; isBrought: (key: string) => boolean },
): Promise<Wanted[]> {
  const price = await pricer(ctx, work)
  const codes = new Set<string>()
  return gifts.flatMap((gift): Wanted[] => {
    if (codeProblem(gift, nowSeconds, (code) => codes.has(code))) return []
    const code = readOldCode(gift.code)!
    codes.add(code)
    const priced = isBrought(gift.key) ? null : price(gift.worth)
    const expiresAt = gift.endsAt === null ? null : new Date(gift.endsAt * 1000)
    return priced ? [{ ...priced, oldKey: gift.key, code, expiresAt, mark: giftMark(ctx, gift) }] : []
  })
}

/** What a key of this worth is and costs, by the rules of bought ones. */
async function pricer(ctx: ImportCtx, work: Work): Promise<(worth: GiftWorth) => Priced | null> {
  const packages = new Map(
    (await findThings(ctx.db, work, 'package')).map(({ oldKey, ourKey }) => [Number(oldKey), Number(ourKey)]),
  )
  const plans = new Map([...work.rows.plans].map(([id, plan]) => [id, planForGifts(plan)]))
  const pack = cheapestPack(await findOffers(ctx, work.resellerId))
  return (worth) => {
    const problem = worthProblem(worth, plans)
    if (problem === 'giftTraffic') return pack && trafficKey(pack, worth.bytes)
    if (problem !== null) return null
    if (worth.kind === 'money') {
      const amountFen = Number(worth.value.fen)
      return { kind: 'balance', worth: { ...NOTHING, amountFen, costFen: amountFen } }
    }
    const planId = planOf(worth, plans)!.id
    const packageId = packages.get(planId)
    return packageId === undefined ? null : planKey(work, planId, packageId, worth.days)
  }
}

/** Of those that the reseller may sell, the one that gives most for its wholesale: it would buy its keys by that one. */
function cheapestPack(offers: readonly Offer[]): Offer | null {
  const packs = offers.filter(({ kind, period }) => kind === 'pack' && period === 'once')
  const [best] = packs.toSorted((a, b) => a.wholesaleFen / a.trafficBytes - b.wholesaleFen / b.trafficBytes)
  return best ?? null
}

function trafficKey({ id, wholesaleFen, trafficBytes: packBytes }: Offer, bytes: bigint): Priced {
  const trafficBytes = Number(bytes)
  const costFen = trafficFen(wholesaleFen, trafficBytes, packBytes)
  return { kind: 'traffic', worth: { ...NOTHING, packageId: id, trafficBytes, costFen } }
}

/** Days cost a thirtieth of the month each; without a price for the month, that share of the shortest period. */
function planKey(work: Work, planId: number, packageId: number, days: number): Priced | null {
  const prices = pricesOf(work, work.rows.plans.get(planId)!)
  if (days === 0) {
    const once = prices.find(({ period }) => period === 'once')
    return once
      ? { kind: 'package', worth: { ...NOTHING, packageId, period: 'once', costFen: once.wholesaleFen } }
      : null
  }
  const timed = prices.find(({ period }) => period !== 'once')
  if (!timed) return null
  const costFen = daysFen(timed.wholesaleFen, days, monthsOf[timed.period])
  return { kind: 'days', worth: { ...NOTHING, packageId, days, costFen } }
}

/** Keys of one batch give the same and end at the same moment. */
function groupsOf(wanted: readonly Wanted[]): Wanted[][] {
  const groups = new Map<string, Wanted[]>()
  for (const one of wanted) {
    const key = JSON.stringify([one.kind, one.worth, one.expiresAt])
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return [...groups.values()]
}

async function addBatch(ctx: ImportCtx, work: Work, batch: readonly Wanted[]): Promise<void> {
  const { resellerId, importId } = work
  const { kind, worth, expiresAt } = batch[0]!
  await inTx(ctx, async (tx) => {
    await refuseUndone(tx, work)
    const key = `import:${importId}:cards:${randomToken(8)}`
    const codes = batch.map(({ code }) => code)
    const ids = await addImportedCards(tx, { resellerId, importId, key, kind, worth, expiresAt, codes })
    const things = batch.flatMap((one) => {
      const id = ids.get(one.code)
      const own = { oldKey: one.oldKey, ourKey: String(id), marks: { gift: one.mark } }
      return id === undefined ? [] : [{ ...own, balanceFen: 0, commissionFen: 0, turn: 0 }]
    })
    for (const { code, oldKey } of batch) if (!ids.has(code)) tellTakenCode(work, 'gift code', oldKey)
    await saveThings(tx.db, work, 'card', things)
    work.brought.gifts += things.length
    work.brought.giftsFen += things.length * worth.costFen
  })
}
