import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Static } from 'typebox'

import { api } from '../../../../contract/api.ts'
import { call } from '../../../../ui/http/client.ts'

export type FactorState = Static<typeof api.factors.state.output>
export type Passkey = FactorState['passkeys'][number]

export function useFactors() {
  return useQuery({ queryKey: ['factors'], queryFn: () => call(api.factors.state, {}) })
}

/** Reloads everything: a changed factor may have signed the other devices out. */
export function useReloadFactors(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries()
}
