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
  /** After how long a trouble was over. */
  backAfter: (seconds: number) => string
  more: (count: number) => string
  open: string
  sender: string
}

const MINUTES_FROM_S = 120
const HOURS_FROM_S = 7_200

/** `51 s`, `12 min`, `3 h`: one number is enough to know how bad it was. */
export function lasted(seconds: number, second: string, minute: string, hour: string): string {
  if (seconds < MINUTES_FROM_S) return `${seconds} ${second}`
  if (seconds < HOURS_FROM_S) return `${Math.round(seconds / 60)} ${minute}`
  return `${Math.round(seconds / 3600)} ${hour}`
}
