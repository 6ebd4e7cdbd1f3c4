import { api } from '../../../contract/api.ts'
import { ApiError } from '../../../ui/http/api-error.ts'
import { call } from '../../../ui/http/client.ts'

const ROUNDS = 3

export type Latency = { bestMs: number; roundsMs: number[] } | { code: string }

/** Several calls one after the other: the first may still be opening the connection. */
export async function measureLatency(): Promise<Latency> {
  const roundsMs: number[] = []
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const askedAtMs = performance.now()
      await call(api.resellers.keyByHost, {}, { noRedirect: true, skipRecent: true })
      roundsMs.push(Math.round(performance.now() - askedAtMs))
    }
    return { bestMs: Math.min(...roundsMs), roundsMs }
  } catch (error) {
    return { code: error instanceof ApiError ? error.code : 'unknown' }
  }
}
