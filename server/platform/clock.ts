/** The only source of "now", so that tests can move time without touching timers. */
let offsetMs = 0

export const clock = {
  now: (): Date => new Date(Date.now() + offsetMs),
  /** For tests only: shifts every later reading. */
  shift: (ms: number): void => {
    offsetMs += ms
  },
  reset: (): void => {
    offsetMs = 0
  },
}
