import { vi } from 'vitest'

import type { Route } from '../../contract/route.ts'

/** Calls without a route in the contract yet, in the form of the browser's plain table. */
export const get = (path: string) => ({ method: 'GET', path }) as unknown as Route
export const post = (path: string) => ({ method: 'POST', path }) as unknown as Route

export const passMs = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** The result of a promise without throwing: its value, or the code of its error. */
export function outcome(promise: Promise<unknown>): Promise<{ value: unknown } | { error: unknown }> {
  return promise.then(
    (value) => ({ value }),
    (error: { code?: string; reason?: string }) => ({ error: error.code ?? error.reason }),
  )
}
