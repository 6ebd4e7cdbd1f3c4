import { fenOf } from '../../features/form/fen-of.ts'

type By = 'percent' | 'amount'
type Ending = 'none' | '0' | '90' | '99'
export type RuleDraft = { by: By; amount: number | string; ending: Ending }

export const FIRST: RuleDraft = { by: 'percent', amount: 40, ending: '90' }

export function ruleOf({ by, amount, ending }: RuleDraft) {
  return {
    ...(by === 'percent' ? { percent: Math.round(Number(amount)) } : { markUpFen: fenOf(amount) }),
    ...(ending === 'none' ? {} : { ending: Number(ending) }),
  }
}
