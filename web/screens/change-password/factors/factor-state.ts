import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Static } from 'typebox'

import { api } from '../../../../contract/api.ts'
import { call } from '../../../http/client.ts'

export type FactorState = Static<typeof api.factors.state.output>
export type Passkey = FactorState['passkeys'][number]

const FACTORS_KEY = ['factors'] as const

export function useFactors() {
  return useQuery({ queryKey: FACTORS_KEY, queryFn: () => call(api.factors.state, {}) })
}

export function useReloadFactors(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: FACTORS_KEY })
}
