import type { Tx } from '../../../platform/db/db.ts'
import { Refusal } from '../../../platform/errors.ts'
import { saveArticle } from '../../articles/operator.ts'
import { publishNotice } from '../../notices/operator.ts'
import { addCoupon } from '../../packages/save-coupon.ts'
import type { SourceCoupon, SourceText } from '../neutral.ts'
import { couponProblem } from '../report/check-sales.ts'
import { type ImportCtx, type Work } from './context.ts'
import { plainText, plainTitle } from './plain-text.ts'
import { findThings, saveThings, type ThingKind } from './queries.ts'

const TITLE_MAX = 80
const BODY_MAX = 8000
const LANGUAGES = ['zh-cn', 'zh-tw', 'en-us', 'en', 'zh', '']

type TxCtx = ImportCtx & { db: Tx }

/** Coupons, notices and articles that are new. What was brought before stays as it is here. */
export async function bringTexts(ctx: TxCtx, work: Work): Promise<void> {
  const { rows, brought } = work
  brought.coupons = await bringNew(ctx, work, 'coupon', rows.coupons, await couponMaker(ctx, work))
  brought.notices = await bringNew(ctx, work, 'notice', rows.notices, (text) => makeNotice(ctx, work, text))
  brought.articles = await bringNew(ctx, work, 'article', rows.articles, (text) => makeArticle(ctx, work, text))
}

/** `make` answers what became of a thing, or null when it is left out. */
async function bringNew<T>(
  ctx: TxCtx,
  work: Work,
  kind: ThingKind,
  all: ReadonlyMap<number, T>,
  make: (thing: T) => Promise<string | null>,
): Promise<number> {
  const known = new Set((await findThings(ctx.db, work, kind)).map(({ oldKey }) => oldKey))
  let made = 0
  for (const [id, thing] of all) {
    const ourKey = known.has(String(id)) ? null : await make(thing)
    if (ourKey === null) continue
    const row = { oldKey: String(id), ourKey, marks: {}, balanceFen: 0, commissionFen: 0, turn: 0 }
    await saveThings(ctx.db, work, kind, [row])
    made++
  }
  return made
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

/** What is refused is left out: a code that the reseller has, a package that it may not sell, too many articles. */
async function made(asked: Promise<string>): Promise<string | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

function makeNotice(
  ctx: TxCtx,
  { resellerId }: Work,
  { id, title, body, isShown, createdAt }: SourceText,
): Promise<string | null> {
  const text = { title: plainTitle(title, TITLE_MAX) || `notice ${id}`, body: plainText(body, BODY_MAX) }
  if (!isShown || text.body === '') return Promise.resolve(null)
  const publishedAt = new Date(Math.min((createdAt ?? 0) * 1000 || Infinity, ctx.now.getTime()))
  const notice = { ...text, titles: {}, bodies: {}, publishedAt, expiresAt: null, resellerId, isPinned: false }
  return made(publishNotice(ctx, notice, ctx.actor).then(({ noticeId }) => String(noticeId)))
}

function makeArticle(
  ctx: TxCtx,
  { resellerId }: Work,
  { id, title, body, isShown, language }: SourceText,
): Promise<string | null> {
  const text = { title: plainTitle(title, TITLE_MAX) || `article ${id}`, body: plainText(body, BODY_MAX) }
  if (!isShown || text.body === '' || !LANGUAGES.includes(language.toLowerCase())) return Promise.resolve(null)
  return made(saveArticle(ctx, resellerId, { ...text, words: '' }, ctx.actor).then(({ articleId }) => articleId))
}
