import type { AlertKind } from '../../../../contract/monitor-figures.ts'

/** Looks up a word of the alert's detail; a missing word reads as a dash. */
export type AlertWords = (name: string) => string

/** A kind without a sentence does not compile; a kind from another release is shown by its name. */
export type AlertTexts = {
  sentences: Record<AlertKind, (word: AlertWords) => string>
  /** For a kind without a sentence: its name and subject. */
  other: (kind: string, subject: string) => string
  begun: string
  over: string
  more: (count: number) => string
  open: string
  sender: string
}
