import { createContext, useContext } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { Route } from '../../../contract/route.ts'

type Own = typeof consoleApi.merchants
/** The same calls for a reseller's accounts and for the platform's, at two addresses. */
export type MerchantApi = { [K in keyof Own]: Route<Own[K]['input'], Own[K]['output']> }

const Merchants = createContext<MerchantApi>(consoleApi.merchants)
export const MerchantsOf = Merchants.Provider

export function useMerchantApi(): MerchantApi {
  return useContext(Merchants)
}
