import { create } from 'zustand'

import { DEFAULT_RESELLER_KEY } from '../../contract/app-key.ts'
import { balanceNameOf } from '../../contract/default-brand.ts'
import type { DailiConfig } from '../../contract/resellers.ts'

export type ConfigState = {
  whiteList: readonly number[]
  /** False until the list or its fallback is there: an empty list means nothing yet. */
  isWhiteListKnown: boolean
  balanceName: string
  dailiKey: number
  /** Empty until loaded, and again when loading fails. */
  dailiConfig: Partial<DailiConfig>
  /** The server knows no reseller with this key. */
  isUnknown: boolean
  setWhiteList(keys: readonly number[]): void
  setDailiKey(key: number): void
  setDailiConfig(config: DailiConfig): void
  emptyDailiConfig(isUnknown?: boolean): void
}

export const useConfigState = create<ConfigState>()((set) => ({
  whiteList: [],
  isWhiteListKnown: false,
  balanceName: '余额',
  dailiKey: DEFAULT_RESELLER_KEY,
  dailiConfig: {},
  isUnknown: false,
  setWhiteList: (whiteList) => set({ whiteList, isWhiteListKnown: true }),
  setDailiKey: (dailiKey) => set({ dailiKey, balanceName: balanceNameOf(dailiKey) }),
  setDailiConfig: (dailiConfig) => set({ dailiConfig, isUnknown: false, balanceName: dailiConfig.balanceName }),
  emptyDailiConfig: (isUnknown = false) => set({ dailiConfig: {}, isUnknown }),
}))
