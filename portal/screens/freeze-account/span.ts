export type Span = { days: number; hours: number; minutes: number }

/** A length of time in whole parts; what is under a minute is left out. */
export function spanOf(seconds: number): Span {
  const minutes = Math.max(0, Math.floor(seconds / 60))
  return { days: Math.floor(minutes / 1440), hours: Math.floor((minutes % 1440) / 60), minutes: minutes % 60 }
}
