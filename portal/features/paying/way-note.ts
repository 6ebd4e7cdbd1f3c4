import { formatFen } from '../../../contract/money.ts'
import { feeOf } from '../../../contract/pay-fees.ts'
import type { PayType } from '../../../contract/payments.ts'
import { useWords } from '../../words/language.ts'

/** Whether this way takes so little. Any amount that nobody typed yet may still become enough. */
export function takesAmount({ minFen }: PayType, amountFen: number | null): boolean {
  return amountFen === null || amountFen >= minFen
}

/** The way that was chosen, or the first that takes the amount. */
export function wayFor(types: readonly PayType[], chosenId: string | null, amountFen: number | null): PayType | null {
  const chosen = types.find(({ id }) => id === chosenId)
  return chosen ?? types.find((way) => takesAmount(way, amountFen)) ?? types[0] ?? null
}

/** What the payer pays by this way, its fee included. */
export function withFee(amountFen: number, way: PayType | null): number {
  return amountFen + (way ? feeOf(way, amountFen) : 0)
}

/** What a way says beside its name: its smallest amount where that is not reached, or its fee. */
export function useWayNote(): (way: PayType, amountFen: number | null) => string | null {
  const t = useWords('paying')
  return (way, amountFen) => {
    if (!takesAmount(way, amountFen)) return t('wayMin', { amount: `¥${formatFen(way.minFen)}` })
    const feeFen = feeOf(way, amountFen ?? 0)
    return amountFen === null || feeFen === 0 ? null : t('wayFee', { amount: `¥${formatFen(feeFen)}` })
  }
}
