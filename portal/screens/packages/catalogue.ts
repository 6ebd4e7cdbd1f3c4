import { useQuery } from '@tanstack/react-query'
import type { Static } from 'typebox'

import { api } from '../../../contract/api.ts'
import { call } from '../../../ui/http/client.ts'

export type Catalogue = Static<typeof api.packages.list.output>
export type Package = Catalogue['items'][number]
export type Trial = Catalogue['trials'][number]
export type Current = Catalogue['current']
export type Period = Package['offers'][number]['period']
export type BuyAction = Static<typeof api.packages.quote.input>['action']
export type PurchaseChoice = { action: BuyAction; packageId: string; period: Period }

export const CATALOGUE_KEY = ['packages'] as const

export function useCatalogue() {
  return useQuery({ queryKey: CATALOGUE_KEY, queryFn: () => call(api.packages.list, {}) })
}
