import type { GiftWish } from '../../../contract/console/gift-wish.ts'
import { fenOf } from '../form/fen-of.ts'

export type GiftDraft = { kind: GiftWish['kind']; days: number; gb: number; yuan: number; packageId: string | null }

export const FIRST: GiftDraft = { kind: 'days', days: 3, gb: 10, yuan: 10, packageId: null }

/** The gift that the form describes; null while something is missing. */
export function wishOf({ kind, days, gb, yuan, packageId }: GiftDraft): GiftWish | null {
  switch (kind) {
    case 'days':
      return { kind, days }
    case 'traffic':
      return { kind, gb }
    case 'balance':
      return { kind, amountFen: fenOf(yuan) }
    case 'package':
      return packageId === null ? null : { kind, packageId, period: 'month' }
  }
}
