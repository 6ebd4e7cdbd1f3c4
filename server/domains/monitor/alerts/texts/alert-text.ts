import type { AlertKind } from '../../../../../contract/monitor-figures.ts'

/** What an alert brings along; a word that is missing reads as a dash. */
export type AlertWords = (name: string) => string

/** A kind without a sentence does not compile; one that an older release raised is named as it is. */
export type AlertTexts = {
  sentences: Record<AlertKind, (word: AlertWords) => string>
  /** A kind without a sentence, by name and subject. */
  other: (kind: string, subject: string) => string
  begun: string
  over: string
  more: (count: number) => string
  open: string
  sender: string
}
