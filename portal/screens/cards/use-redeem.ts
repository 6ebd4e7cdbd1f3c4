import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { api } from '../../../contract/api.ts'
import { lastFour } from '../../../contract/card-code.ts'
import type { RedeemedCard } from '../../../contract/cards.ts'
import { ApiError } from '../../../ui/http/api-error.ts'
import { call } from '../../../ui/http/client.ts'
import { refreshAccount } from '../../session/refresh-account.ts'

export type Redeemed = { code: string; lastFour: string } & ({ card: RedeemedCard } | { error: unknown })

/** Sends keys one after the other. Sending one again is safe: its owner gets the first answer once more. */
export function useRedeem() {
  const queries = useQueryClient()
  const [results, setResults] = useState<readonly Redeemed[]>([])
  const [progress, setProgress] = useState<{ done: number; count: number } | null>(null)

  /** Answers the keys that were not redeemed. */
  async function redeem(codes: readonly string[]): Promise<string[]> {
    const found: Redeemed[] = []
    setResults([])
    for (const code of codes) {
      setProgress({ done: found.length, count: codes.length })
      const result = await redeemOne(code)
      found.push(result)
      setResults([...found])
      if ('error' in result && endsAll(result.error)) break
    }
    setProgress(null)
    // A key may give a package, time, traffic or money: anything on the screens may have changed.
    if (found.some((result) => 'card' in result)) await refreshAccount(queries)
    return codes.filter((code) => !found.some((result) => result.code === code && 'card' in result))
  }

  return { results, progress, redeem }
}

async function redeemOne(code: string): Promise<Redeemed> {
  const shown = { code, lastFour: lastFour(code) }
  try {
    return { ...shown, card: await call(api.cards.redeem, { code }) }
  } catch (error) {
    return { ...shown, error }
  }
}

/** Too many tries, nobody there, signed out: the next key would get the same answer. */
function endsAll(error: unknown): boolean {
  return (
    !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500 || error.isExpired
  )
}
