// Kept out of the schema files, because the browser never loads their library.

/** How many calls a key may make in a minute. */
export const keyRates = [30, 60, 120, 300, 600] as const
/** How long the old secret stays good after a rotation: not at all, an hour, a day, a week. */
export const keyOverlapsMinutes = [0, 60, 1440, 10_080] as const
export const KEYS_MAX = 50
