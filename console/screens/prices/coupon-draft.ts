import { fenOf } from '../../features/form/fen-of.ts'

type Field = number | string
/** As typed; an empty number is no limit. */
export type CouponDraft = {
  code: string
  by: 'percent' | 'amount'
  off: Field
  packageId: string | null
  userName: string
  uses: Field
  each: Field
  days: Field
}

export const FIRST: CouponDraft = {
  code: '',
  by: 'percent',
  off: 10,
  packageId: null,
  userName: '',
  uses: '',
  each: 1,
  days: 30,
}
const given = (name: string, value: Field) => (value === '' ? {} : { [name]: Number(value) })

export function couponOf({ code, by, off, packageId, userName, uses, each, days }: CouponDraft) {
  return {
    code: code.trim().toUpperCase(),
    ...(by === 'percent' ? { percent: Number(off) } : { amountFen: fenOf(off) }),
    ...(packageId === null ? {} : { packageId }),
    ...(userName.trim() === '' ? {} : { userName: userName.trim() }),
    ...given('usesMax', uses),
    ...given('usesPerAccountMax', each),
    ...given('endsDays', days),
  }
}
