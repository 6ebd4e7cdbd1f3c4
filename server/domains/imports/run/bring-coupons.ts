import { DAY_S } from '../../../../contract/durations.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { Refusal } from '../../../platform/errors.ts'
import type { Coupon, NewCoupon } from '../../catalogue/coupon.ts'
import { loadCoupon } from '../../catalogue/load-coupon.ts'
import { addCoupon, changeImportedCoupon, endCoupon } from '../../catalogue/save-coupon.ts'
import type { SourceCoupon } from '../neutral.ts'
import { couponProblem } from '../report/check-sales.ts'
import { keepHere, markOf, NAMED_MAX, tellTakenCode, type ImportCtx, type Work } from './context.ts'
import { findThings, saveThings, type Marks, type Thing } from './queries.ts'

/** The longest that something lasts here. */
const LONGEST_DAYS = 3660
const USES_MAX = 1_000_000_000

type TxCtx = ImportCtx & { db: Tx }
/** What a coupon of the source is here; null when it cannot be used there, or has no place here. */
type Wanted = { oldKey: string; wish: NewCoupon | null; mark: string }

/**
 * New coupons, and those that were changed, used, switched off or deleted there since. A coupon is never changed here, but
 * somebody may have ended it: that stays.
 */
export async function bringCoupons(ctx: TxCtx, work: Work): Promise<void> {
  const known = new Map((await findThings(ctx.db, work, 'coupon')).map((thing) => [thing.oldKey, thing]))
  const wishOf = await wishMaker(ctx, work)
  const all = [...work.rows.coupons.values()].map((coupon) => toWanted(ctx, coupon, wishOf(coupon)))
  const there = new Set(all.map(({ oldKey }) => oldKey))
  // None at all is a file without that table rather than an empty one.
  const gone = all.length === 0 ? [] : [...known.keys()].filter((oldKey) => !there.has(oldKey))
  for (const oldKey of gone) all.push({ oldKey, wish: null, mark: 'gone' })
  for (const wanted of all) {
    const thing = known.get(wanted.oldKey)
    if (!thing) await bringNew(ctx, work, wanted)
    else if (thing.marks['coupon'] !== wanted.mark) await change(ctx, work, thing, wanted)
  }
}

/** Of what the source says: when it is over by the clock alone, it is over here too. */
function toWanted(ctx: ImportCtx, coupon: SourceCoupon, wish: NewCoupon | null): Wanted {
  const mark = markOf(ctx, [
    'coupon',
    { ...coupon, name: '', endsInMs: undefined },
    wish?.packageId ?? null,
    wish !== null,
  ])
  return { oldKey: String(coupon.id), wish, mark }
}

async function bringNew(ctx: TxCtx, work: Work, { oldKey, wish, mark }: Wanted): Promise<void> {
  const id = wish && (await addUnlessRefused(ctx, work, oldKey, wish))
  if (id === null) return
  const [ourKey, marks] = [String(id), await marksOf(ctx, work, { id }, mark)]
  await saveThings(ctx.db, work, 'coupon', [{ oldKey, ourKey, marks, balanceFen: 0, commissionFen: 0, turn: 0 }])
  work.brought.coupons++
}

/** What cannot be here is named: nobody looks for a coupon that is silently missing before its users do. */
async function addUnlessRefused(ctx: TxCtx, work: Work, oldKey: string, wish: NewCoupon): Promise<number | null> {
  if (await loadCoupon(ctx.db, work.resellerId, { code: wish.code })) {
    tellTakenCode(work, 'coupon', oldKey)
    return null
  }
  try {
    return await addCoupon(ctx, wish, ctx.actor)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    keepHere(work, `coupon ${oldKey}: what it is there now cannot be here`)
    return null
  }
}

async function change(ctx: TxCtx, work: Work, thing: Thing, { wish, mark }: Wanted): Promise<void> {
  const { resellerId, brought } = work
  const name = { id: Number(thing.ourKey) }
  const here = await loadCoupon(ctx.db, resellerId, name)
  const isOurs = here !== null && (thing.marks['our'] ?? ourMark(ctx, here)) === ourMark(ctx, here)
  if (!isOurs) {
    // Ended there too, or for the last time: nobody need look.
    if (wish) keepHere(work, `coupon ${thing.oldKey}: changed there, and ended here`)
    return
  }
  if (wish && !(await isChanged(changeImportedCoupon(ctx, name.id, wish, ctx.actor)))) {
    return keepHere(work, `coupon ${thing.oldKey}: what it is there now cannot be here`)
  }
  const isCounted = wish !== null || (await endCoupon(ctx, { resellerId, code: here.code }, ctx.actor))
  await saveThings(ctx.db, work, 'coupon', [{ ...thing, marks: await marksOf(ctx, work, name, mark) }])
  if (isCounted) brought.couponsChanged++
}

async function isChanged(asked: Promise<void>): Promise<boolean> {
  try {
    await asked
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

async function marksOf(ctx: TxCtx, { resellerId }: Work, name: { id: number }, mark: string): Promise<Marks> {
  const here = await loadCoupon(ctx.db, resellerId, name)
  return { coupon: mark, ...(here ? { our: ourMark(ctx, here) } : {}) }
}

/** Ending a coupon changes nothing else of it. */
const ourMark = (ctx: ImportCtx, { endsAt }: Coupon) => markOf(ctx, ['our end', endsAt?.toISOString() ?? null])

async function wishMaker(ctx: TxCtx, work: Work): Promise<(coupon: SourceCoupon) => NewCoupon | null> {
  const packages = new Map(
    (await findThings(ctx.db, work, 'package')).map(({ oldKey, ourKey }) => [oldKey, Number(ourKey)]),
  )
  const codes = new Set<string>()
  let planless = 0
  const nowSeconds = Math.floor(ctx.now.getTime() / 1000)
  return (coupon) => {
    if (couponProblem(coupon, nowSeconds, (code) => codes.has(code))) return null
    const { percent, amount, planId, usesLeft, usesPerUser, startsAt, endsAt } = coupon
    const packageId = planId === null ? null : packages.get(String(planId))
    if (packageId === undefined) {
      planless++
      if (planless <= NAMED_MAX) keepHere(work, `coupon ${coupon.id}: its plan is not here, so it did not come`)
      return null
    }
    const code = coupon.code.toUpperCase()
    codes.add(code)
    return {
      resellerId: work.resellerId,
      code,
      percent,
      amountFen: amount && Number(amount.fen),
      packageId,
      // Counted down there: what was used here since is counted apart, so both together are never more than there were.
      usesMax: usesLeft === null ? null : Math.min(usesLeft, USES_MAX),
      usesPerAccountMax: usesPerUser || null,
      startsAt: startsAt === null ? null : new Date(startsAt * 1000),
      endsAt: endsAt === null ? null : new Date(Math.min(endsAt, nowSeconds + LONGEST_DAYS * DAY_S) * 1000),
    }
  }
}
