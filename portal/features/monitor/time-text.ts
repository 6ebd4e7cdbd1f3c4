const clock = new Intl.DateTimeFormat('sv-SE', { timeStyle: 'medium' })

/** 15:04:05 by the reader's clock. */
export function timeText(instant: string | number): string {
  return clock.format(new Date(instant))
}
