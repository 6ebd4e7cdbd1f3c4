import type { WatchedKind } from '../../../../../contract/monitor-figures.ts'

/** What an alert brings along; a word that is missing reads as a dash. */
export type AlertWords = (name: string) => string
type KnownKind =
  | WatchedKind
  | 'node.refused'
  | 'payment.mismatch'
  | 'payment.refunded_outside'
  | 'payment.unknown_order'
  | 'refund.unknown'
  | 'reseller.short'

/** A kind without a sentence does not compile; one of another part of the product is named as it is. */
export type AlertTexts = {
  sentences: Record<KnownKind, (word: AlertWords) => string>
  /** A kind without a sentence, by name and subject. */
  other: (kind: string, subject: string) => string
  begun: string
  over: string
  more: (count: number) => string
  open: string
  sender: string
}
