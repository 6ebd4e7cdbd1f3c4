import type { Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { getSellingTerms } from '../../resellers/selling-terms.ts'
import type { Period } from '../period.ts'
import { findAffected, type Affected, type PriceTarget } from './change-queries.ts'
import { findListRows } from './list-queries.ts'
import { planPrice, type PriceEntry, type PricePlan } from './plan-price.ts'
import { findPrices } from './set-retail.ts'

/** Adds a percentage or a fixed amount to wholesale. */
export type RetailRule = {
  markUp: { percent: number } | { fen: number }
  /** The cents that every price ends with: 0, 90 or 99. Null: no rounding. */
  ending: 0 | 90 | 99 | null
}
export type RulePreview = {
  packageId: number
  packageName: string
  period: Period
  wholesaleFen: number
  retailFen: number | null
  newRetailFen: number
  marginFen: number
  /** Relative to the new price. */
  marginPercent: number
}

/**
 * Rounds up to the next such ending, so that no price earns less than the rule says. Never below wholesale, never free.
 */
export function retailByRule(wholesaleFen: number, { markUp, ending }: RetailRule): number {
  const raised = 'fen' in markUp ? wholesaleFen + markUp.fen : Math.ceil((wholesaleFen * (100 + markUp.percent)) / 100)
  const least = Math.max(1, raised)
  if (ending === null) return least
  const yuan = Math.floor(least / 100) * 100 + ending
  return yuan >= least && yuan > 0 ? yuan : yuan + 100
}

/** What a rule would make of every price of a reseller; `setRetail` can then save them. */
export async function previewRule(ctx: Pick<Ctx, 'db'>, resellerId: number, rule: RetailRule): Promise<RulePreview[]> {
  refuseBadRule(rule)
  const rows = await findPrices(ctx, resellerId)
  return rows
    .filter(({ isListed, trialDays }) => isListed && trialDays === null)
    .map(({ packageId, packageName, period, wholesaleFen, retailFen }) => {
      const newRetailFen = retailByRule(wholesaleFen, rule)
      const marginFen = newRetailFen - wholesaleFen
      const marginPercent = Math.round((marginFen * 1000) / newRetailFen) / 10
      return { packageId, packageName, period, wholesaleFen, retailFen, newRetailFen, marginFen, marginPercent }
    })
}

export type WholesaleEffect = Affected & { newWholesaleFen: number; sellsBelow: boolean }

/** Before a wholesale price changes: which resellers it affects, and which would sell below it and so stop selling. */
export async function previewWholesale(
  ctx: Pick<Ctx, 'db'>,
  target: PriceTarget,
  { packageId, period, wholesaleFen }: { packageId: number; period: Period; wholesaleFen: number },
): Promise<WholesaleEffect[]> {
  const rows = await findAffected(ctx.db, target, { packageId, period }, wholesaleFen)
  return rows.map((row) => ({ ...row, newWholesaleFen: wholesaleFen, sellsBelow: row.retailFen < wholesaleFen }))
}

export type PlannedPrice = PricePlan & Pick<PriceEntry, 'packageId' | 'period'>

/** Several at once, as `setWholesale` would take them: what each does, from when, and which resellers it affects. */
export async function previewPrices(
  ctx: Pick<Ctx, 'db' | 'now'>,
  target: PriceTarget,
  entries: readonly PriceEntry[],
  wantedFrom: Date | null,
): Promise<{ planned: PlannedPrice[]; effects: WholesaleEffect[] }> {
  if ('resellerId' in target) await getSellingTerms(ctx, target.resellerId)
  else if (!(await findListRows(ctx.db)).some(({ id }) => id === target.listId)) fail('object.unknown')
  const planned: PlannedPrice[] = []
  const effects: WholesaleEffect[] = []
  for (const entry of entries) {
    const { packageId, period } = entry
    const plan = await planPrice(ctx, target, entry, wantedFrom)
    planned.push({ packageId, period, ...plan })
    effects.push(...(await previewWholesale(ctx, target, { packageId, period, wholesaleFen: plan.newFen })))
  }
  return { planned, effects }
}

const PERCENT_MAX = 10_000
const MARK_UP_MAX_FEN = 10_000_000

function refuseBadRule({ markUp }: RetailRule): void {
  const [amount, max] = 'fen' in markUp ? [markUp.fen, MARK_UP_MAX_FEN] : [markUp.percent, PERCENT_MAX]
  const isRight = Number.isInteger(amount) && amount >= 0 && amount <= max
  if (!isRight) fail('request.invalid', { fields: { markUp: `0 to ${max}` } })
}
