import type { Tx } from '../../../platform/db/db.ts'
import { addCoupon } from '../../packages/save-coupon.ts'
import type { SourceCoupon, SourceText } from '../neutral.ts'
import { couponProblem } from '../report/check-sales.ts'
import { changeTexts, textMarks } from './change-texts.ts'
import { type ImportCtx, type Work } from './context.ts'
import { made, makeArticle, makeNotice } from './make-texts.ts'
import { findThings, saveThings, type Marks, type ThingKind } from './queries.ts'

type TxCtx = ImportCtx & { db: Tx }

/** Coupons, notices and articles that are new, and texts that were changed there since, unless they were changed here too. */
export async function bringTexts(ctx: TxCtx, work: Work): Promise<void> {
  const { rows, brought } = work
  const couponOf = await couponMaker(ctx, work)
  brought.coupons = await bringNew(ctx, work, 'coupon', rows.coupons, async (coupon) => {
    const ourKey = await couponOf(coupon)
    return ourKey === null ? null : { ourKey, marks: {} }
  })
  const withMark = async (text: SourceText, asked: Promise<string | null>): Promise<Made | null> => {
    const ourKey = await asked
    return ourKey === null ? null : { ourKey, marks: textMarks(ctx, text) }
  }
  await changeTexts(ctx, work)
  brought.notices = await bringNew(ctx, work, 'notice', rows.notices, (text) =>
    withMark(text, makeNotice(ctx, work, text)),
  )
  brought.articles = await bringNew(ctx, work, 'article', rows.articles, (text) =>
    withMark(text, makeArticle(ctx, work, text)),
  )
}

type Made = { ourKey: string; marks: Marks }

/** `make` answers what became of a thing, or null when it is left out. */
async function bringNew<T>(
  ctx: TxCtx,
  work: Work,
  kind: ThingKind,
  all: ReadonlyMap<number, T>,
  make: (thing: T) => Promise<Made | null>,
): Promise<number> {
  const known = new Set((await findThings(ctx.db, work, kind)).map(({ oldKey }) => oldKey))
  let count = 0
  for (const [id, thing] of all) {
    const one = known.has(String(id)) ? null : await make(thing)
    if (one === null) continue
    const row = { oldKey: String(id), ...one, balanceFen: 0, commissionFen: 0, turn: 0 }
    await saveThings(ctx.db, work, kind, [row])
    count++
  }
  return count
}

async function couponMaker(ctx: TxCtx, work: Work): Promise<(coupon: SourceCoupon) => Promise<string | null>> {
  const packages = new Map(
    (await findThings(ctx.db, work, 'package')).map(({ oldKey, ourKey }) => [oldKey, Number(ourKey)]),
  )
  const codes = new Set<string>()
  const nowSeconds = Math.floor(ctx.now.getTime() / 1000)
  return async (coupon) => {
    if (couponProblem(coupon, nowSeconds, (code) => codes.has(code))) return null
    const { percent, amount, planId, usesLeft, usesPerUser, startsAt, endsAt } = coupon
    const packageId = planId === null ? null : packages.get(String(planId))
    if (packageId === undefined) return null
    const code = coupon.code.toUpperCase()
    codes.add(code)
    const wish = {
      resellerId: work.resellerId,
      code,
      percent,
      amountFen: amount && Number(amount.fen),
      packageId,
      usesMax: usesLeft === null ? null : Math.min(usesLeft, 1_000_000_000),
      usesPerAccountMax: usesPerUser || null,
      startsAt: startsAt === null ? null : new Date(startsAt * 1000),
      endsAt: endsAt === null ? null : new Date(Math.min(endsAt, nowSeconds + 3660 * 86_400) * 1000),
    }
    return made(addCoupon(ctx, wish, ctx.actor).then(String))
  }
}
