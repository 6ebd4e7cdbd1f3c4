import type { PriceRow } from '../../../contract/console/prices.ts'
import { fenOf } from '../../features/form/fen-of.ts'
import { markUpPercent } from './price-outcome.ts'

type By = 'percent' | 'amount'
type Ending = 'none' | '0' | '90' | '99'
export type RuleDraft = { by: By; amount: number | string; ending: Ending }

export const FIRST: RuleDraft = { by: 'percent', amount: 40, ending: '90' }

type Priced = Pick<PriceRow, 'retailFen' | 'wholesaleFen'>

/** Begins with what holds today, so that opening the form and applying it changes little. */
export function ruleToday(rows: readonly Priced[], by: By = 'percent'): RuleDraft {
  const priced = rows.flatMap(({ retailFen, wholesaleFen }) =>
    retailFen === null || wholesaleFen === 0 ? [] : [{ retailFen, wholesaleFen }],
  )
  if (priced.length === 0) return { ...FIRST, by, amount: by === 'percent' ? FIRST.amount : 10 }
  const percent = Math.round(middle(priced.map((row) => markUpPercent(row.retailFen, row.wholesaleFen))))
  const yuan = middle(priced.map(({ retailFen, wholesaleFen }) => retailFen - wholesaleFen)) / 100
  return { by, amount: Math.max(0, by === 'percent' ? percent : yuan), ending: commonEnding(priced) }
}

function middle(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)]!
}

/** The ending that most prices have; without one, none. */
function commonEnding(priced: readonly { retailFen: number }[]): Ending {
  const share = (fen: number) => priced.filter(({ retailFen }) => retailFen % 100 === fen).length / priced.length
  return (['90', '99', '0'] as const).find((ending) => share(Number(ending)) > 0.5) ?? 'none'
}

export function ruleOf({ by, amount, ending }: RuleDraft) {
  return {
    ...(by === 'percent' ? { percent: Math.round(Number(amount)) } : { markUpFen: fenOf(amount) }),
    ...(ending === 'none' ? {} : { ending: Number(ending) }),
  }
}
