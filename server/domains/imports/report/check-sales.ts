import { readOldCode } from '../../../../contract/card-code.ts'
import type { GiftWorth, Money, SourceCoupon, SourceGift, SourceOrder, SourcePlan } from '../neutral.ts'
import type { GiftCode, GiftTemplate } from '../panels/read-codes.ts'
import type { FindingCode } from './finding-texts.ts'
import type { Findings } from './findings.ts'
import { codeProblem, planForGifts, worthProblem, type PlanForGifts, type PlansForGifts } from './gift-rules.ts'
import { looksLikeMarkup } from './markup.ts'

const LARGE_FEN = 10_000_000n
const GIB_MAX = 8_388_607n
const NAME_MAX = 40
const CODES_MAX = 1_000_000

export class PlanCheck {
  count = 0
  prices = 0
  readonly #findings: Findings
  readonly forGifts = new Map<number, PlanForGifts>()
  readonly #names = new Set<string>()
  readonly #groups = new Map<number, number[]>()

  constructor(findings: Findings) {
    this.#findings = findings
  }

  has(id: number): boolean {
    return this.forGifts.has(id)
  }

  take(plan: SourcePlan): void {
    const { id, name, groupId, quotaGib } = plan
    this.count++
    this.forGifts.set(id, planForGifts(plan))
    if (groupId !== null) this.#groups.set(groupId, [...(this.#groups.get(groupId) ?? []), id].slice(0, 10))
    if (name === '' || [...name].length > NAME_MAX) this.#findings.add('planName', id)
    if (this.#names.has(name.toLowerCase())) this.#findings.add('planDouble', id)
    this.#names.add(name.toLowerCase())
    if (looksLikeMarkup(name)) this.#findings.add('nameMarkup', `plan ${id}`)
    if (quotaGib <= 0n || quotaGib > GIB_MAX) this.#findings.add('planQuota', id)
    if (!plan.isRenewable) this.#findings.add('renewOff', id)
    this.#takePrices(plan)
    const reset = RESETS[plan.resetRule]
    if (reset) this.#findings.add(reset, id)
  }

  /** When all nodes are known. */
  finish(hasNode: (groupId: number) => boolean): void {
    for (const [groupId, plans] of this.#groups) {
      if (!hasNode(groupId)) this.#findings.addMany('groupEmpty', plans.length, plans.map(String))
    }
  }

  #takePrices({ id, prices, chargedLess }: SourcePlan): void {
    if (prices.size === 0) this.#findings.add('planUnsold', id)
    for (const [period, { fen, isOdd }] of prices) {
      this.prices++
      const lacking = LACKING[period]
      if (lacking) this.#findings.add(lacking, id)
      if (isOdd || fen < 0n) this.#findings.add('priceOdd', `plan ${id} ${period}`)
      else if (fen === 0n) this.#findings.add('priceFree', `plan ${id} ${period}`)
      if (fen > LARGE_FEN) this.#findings.add('priceLarge', `plan ${id} ${period}`)
    }
    for (const period of chargedLess) this.#findings.add('chargedLess', `plan ${id} ${period}`)
  }
}

const RESETS: Partial<Record<SourcePlan['resetRule'], FindingCode>> = {
  site: 'resetSite',
  firstOfMonth: 'resetOther',
  never: 'resetNever',
  january: 'resetNever',
  yearly: 'resetNever',
}
const LACKING: Record<string, FindingCode> = {
  twoYears: 'periodTwoYears',
  threeYears: 'periodThreeYears',
  reset: 'priceReset',
}

export class OrderCheck {
  count = 0
  openFen = 0n
  openFromBalanceFen = 0n
  pendingCommissionFen = 0n
  readonly #findings: Findings

  constructor(findings: Findings) {
    this.#findings = findings
  }

  take(order: SourceOrder): void {
    const { id, state, toPay, fromBalance, pendingCommission } = order
    this.count++
    if (state === 'unknown' || [toPay, fromBalance, pendingCommission].some(isImpossible)) {
      return this.#findings.add('orderOdd', id)
    }
    if (state === 'open' || state === 'paid') {
      this.openFen += toPay.fen
      this.openFromBalanceFen += fromBalance.fen
      this.#findings.add(state === 'open' ? 'orderOpen' : 'orderPaid', id, toPay.fen + fromBalance.fen)
    }
    if (pendingCommission.fen > 0n) {
      this.pendingCommissionFen += pendingCommission.fen
      this.#findings.add('commissionPending', id, pendingCommission.fen)
    }
  }
}

function isImpossible({ fen, isOdd }: Money): boolean {
  return isOdd || fen < 0n
}

export class CodeCheck {
  coupons = 0
  couponsTaken = 0
  gifts = 0
  giftsTaken = 0
  giftsFen = 0n
  inviteCodes = 0
  readonly #findings: Findings
  readonly #nowSeconds: number
  readonly #codes = new Set<string>()
  readonly #inviters = new Set<number>()
  readonly #templates = new Map<number, GiftTemplate>()
  readonly #giftCodes = new Set<string>()
  /** What codes give, which can be judged when plans and templates are known. */
  readonly #gifts = new Map<string, { worth: GiftWorth | null; templateId: number; count: number; example: number }>()

  constructor(findings: Findings, nowSeconds: number) {
    this.#findings = findings
    this.#nowSeconds = nowSeconds
  }

  takeCoupon(coupon: SourceCoupon): void {
    this.coupons++
    if (looksLikeMarkup(coupon.name)) this.#findings.add('nameMarkup', `coupon ${coupon.id}`)
    if (coupon.endsInMs) this.#findings.add('endsMs', `coupon ${coupon.id}`)
    const code = coupon.code.toUpperCase()
    const problem = couponProblem(coupon, this.#nowSeconds, (one) => this.#codes.has(one))
    if (problem) return this.#findings.add(problem, coupon.id)
    this.couponsTaken++
    if (this.#codes.size < CODES_MAX) this.#codes.add(code)
  }

  takeGift({ worth, ...gift }: SourceGift): void {
    this.#takeGift(gift, worth, 0)
  }

  takeTemplate(template: GiftTemplate): void {
    this.#templates.set(template.id, template)
  }

  takeGiftCode({ templateId, ...gift }: GiftCode): void {
    this.#takeGift(gift, null, templateId ?? 0)
  }

  #takeGift(gift: Omit<SourceGift, 'worth'>, worth: GiftWorth | null, templateId: number): void {
    this.gifts++
    if (gift.endsInMs) this.#findings.add('endsMs', `gift code ${gift.id}`)
    const problem = codeProblem(gift, this.#nowSeconds, (code) => this.#giftCodes.has(code))
    if (problem) return this.#findings.add(problem, gift.id)
    if (this.#giftCodes.size < CODES_MAX) this.#giftCodes.add(readOldCode(gift.code)!)
    const key = worth
      ? JSON.stringify([
          worth.kind,
          String(worth.value.fen),
          worth.value.isOdd,
          worth.days,
          String(worth.bytes),
          worth.planId,
        ])
      : `template ${templateId}`
    const known = this.#gifts.get(key)
    if (known) known.count++
    else this.#gifts.set(key, { worth, templateId, count: 1, example: gift.id })
  }

  takeInviteCode(userId: number | null, isFree: boolean): void {
    this.inviteCodes++
    if (!isFree || userId === null) return
    if (this.#inviters.has(userId)) this.#findings.add('inviteCodes', `user ${userId}`)
    else if (this.#inviters.size < CODES_MAX) this.#inviters.add(userId)
  }

  /** When plans and templates are known. */
  finish(plans: PlansForGifts): void {
    for (const { worth: own, templateId, count, example } of this.#gifts.values()) {
      const template = this.#templates.get(templateId)
      const worth = own ?? template?.worth
      const problem = worth ? (template?.isOn === false ? 'giftOver' : worthProblem(worth, plans)) : 'giftOrphan'
      if (problem) this.#findings.addMany(problem, count, [String(example)])
      else {
        this.giftsTaken += count
        this.giftsFen += worth!.kind === 'money' ? worth!.value.fen * BigInt(count) : 0n
      }
    }
  }
}

/** Why a coupon does not come over; null when it does. */
export function couponProblem(
  coupon: SourceCoupon,
  nowSeconds: number,
  isKnown: (code: string) => boolean,
): FindingCode | null {
  const { percent, amount, endsAt } = coupon
  const code = coupon.code.toUpperCase()
  if (coupon.usesLeft === 0 || (endsAt !== null && endsAt < nowSeconds)) return 'couponOver'
  if (coupon.isOff) return 'couponOff'
  if (!/^[A-Z0-9-]{3,32}$/.test(code)) return 'couponCode'
  if (isKnown(code)) return 'couponDouble'
  if (percent !== null && (percent < 1 || percent > 100)) return 'couponOdd'
  if (amount !== null && (amount.isOdd || amount.fen < 1n || amount.fen > 100_000_000n)) return 'couponOdd'
  if (coupon.planCount > 1) return 'couponPlans'
  return coupon.hasPeriods ? 'couponPeriods' : null
}
