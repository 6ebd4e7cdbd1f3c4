import type { RateLimiterPostgres } from 'rate-limiter-flexible'

/** A store limiter's memory of full keys; the library's type leaves it out. Only this file uses it. */
type Memory = {
  getInMemoryBlockMsBeforeExpire(storeKey: string): number
  _inMemoryBlockedKeys: { delete(storeKey: string): void }
}

export function blockedMs(limiter: RateLimiterPostgres, storeKey: string): number {
  return (limiter as unknown as Memory).getInMemoryBlockMsBeforeExpire(storeKey)
}

/** The public ways forget all keys, which a flood of others could use, or cost a statement for each key. */
export function forgetBlocked(limiter: RateLimiterPostgres, storeKey: string): void {
  ;(limiter as unknown as Memory)._inMemoryBlockedKeys.delete(storeKey)
}
