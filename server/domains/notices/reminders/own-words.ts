import { limits } from '../../../../contract/limits.ts'
import { inTx, type Ctx } from '../../../platform/context.ts'
import type { Queryable, Tx } from '../../../platform/db/db.ts'
import { fail } from '../../../platform/errors.ts'
import type { ByLanguage } from '../../../platform/text/by-language.ts'
import { writeAudit, type AuditActor } from '../../audit/audit.ts'
import { loadCoupon } from '../../catalogue/load-coupon.ts'
import { packageSubject } from '../../catalogue/save-package.ts'

export type OwnWords = { body: string; bodies: ByLanguage; couponId: number | null }
type Name = { resellerId: number; packageId: number }
type WordsCtx = Pick<Ctx, 'db' | 'now'>

export type WordsRow = OwnWords & {
  packageId: number
  couponCode: string | null
  couponEndsAt: Date | null
  changedAt: Date
}

export function findOwnWords(db: Queryable, resellerId: number): Promise<WordsRow[]> {
  return db.query<WordsRow>({
    name: 'notices.own_words',
    text: `select w.package_id, w.body, w.bodies, w.coupon_id, c.code as coupon_code, c.ends_at as coupon_ends_at, w.changed_at
             from reminder_texts w left join coupons c on c.reseller_id = w.reseller_id and c.id = w.coupon_id
            where w.reseller_id = $1`,
    values: [resellerId],
  })
}

type NewWords = Name & { body: string; bodies: ByLanguage; coupon: string | null }

/** The caller knows that the plan is the reseller's to sell. A coupon must be one that any user may use for it now. */
export function saveOwnWords(ctx: WordsCtx, { coupon, ...wish }: NewWords, actor: AuditActor): Promise<void> {
  const texts = checkedTexts(wish)
  const { resellerId, packageId } = wish
  return inTx(ctx, async (tx) => {
    const couponId = coupon === null ? null : await getOpenCoupon(tx, wish, coupon)
    await upsertWords(tx.db, { resellerId, packageId, ...texts, couponId }, ctx.now)
    const detail = { bodyLength: [...texts.body].length, ...(coupon === null ? {} : { code: 'set' }) }
    await note(tx, wish, 'reminder.words_set', actor, detail)
  })
}

export function dropOwnWords(ctx: WordsCtx, name: Name, actor: AuditActor): Promise<void> {
  const { resellerId, packageId } = name
  return inTx(ctx, async (tx) => {
    const own = tx.db.kysely.deleteFrom('reminderTexts').where('resellerId', '=', resellerId)
    const { numDeletedRows } = await own.where('packageId', '=', packageId).executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) fail('object.unknown')
    await note(tx, name, 'reminder.words_dropped', actor, {})
  })
}

async function getOpenCoupon({ db, now }: { db: Tx; now: Date }, { resellerId, packageId }: Name, code: string) {
  const coupon = (await loadCoupon(db, resellerId, { code })) ?? fail('coupon.unknown')
  const isForAll = coupon.accountId === null && (coupon.packageId === null || coupon.packageId === packageId)
  const isOver = coupon.endsAt !== null && coupon.endsAt <= now
  return isForAll && !isOver ? coupon.id : fail('coupon.unknown')
}

function checkedTexts({ body, bodies }: Pick<OwnWords, 'body' | 'bodies'>) {
  const others = Object.entries(bodies).map(([language, text]) => [language, checkedText(text)] as const)
  return { body: checkedText(body), bodies: Object.fromEntries(others) as ByLanguage }
}

function checkedText(text: string): string {
  const clean = text.replaceAll('\r\n', '\n').trim()
  const length = [...clean].length
  const isPlain = !/\p{Cc}|\p{Cf}/u.test(clean.replaceAll('\n', ''))
  if (length > 0 && length <= limits.reminderTextMax && isPlain) return clean
  return fail('request.invalid', { fields: { body: `1 to ${limits.reminderTextMax} plain characters` } })
}

async function upsertWords(db: Tx, row: Name & OwnWords, changedAt: Date): Promise<void> {
  const { resellerId, packageId, bodies, ...rest } = row
  const change = { ...rest, bodies: JSON.stringify(bodies), changedAt }
  await db.kysely
    .insertInto('reminderTexts')
    .values({ resellerId, packageId, ...change })
    .onConflict((conflict) => conflict.columns(['resellerId', 'packageId']).doUpdateSet(change))
    .execute()
}

async function note(
  tx: { db: Tx; now: Date },
  { resellerId, packageId }: Name,
  action: string,
  actor: AuditActor,
  after: Record<string, string | number>,
): Promise<void> {
  await writeAudit(tx.db, { resellerId, actor, action, subject: packageSubject(packageId), after }, tx.now)
}
