/** Lengths of time. A constant that has another meaning than its length has a name of its own. */
export const SECOND_MS = 1000
export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000
export const MINUTE_S = 60
export const DAY_S = 86_400
