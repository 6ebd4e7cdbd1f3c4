import { useEffect, useState } from 'react'

import type { DailiConfig } from '../../contract/resellers.ts'
import { useConfigState } from '../state/config.ts'
import { loadResellerConfig } from './reseller-config.ts'

type Loaded = { state: 'loading' } | { state: 'failed'; retry: () => void } | { state: 'ready'; config: DailiConfig }

/** The store's reseller configuration with the states a screen needs; the store itself only knows there or not. */
export function useResellerConfig(): Loaded {
  const config = useConfigState((state) => state.dailiConfig)
  const isKnown = config.daili_id !== undefined
  const [asking, setAsking] = useState(!isKnown)

  useEffect(() => {
    if (!asking) return
    let left = false
    // Shares the answer of the start-up's own call while that is under way.
    void loadResellerConfig().finally(() => {
      if (!left) setAsking(false)
    })
    return () => {
      left = true
    }
  }, [asking])

  if (isKnown) return { state: 'ready', config: config as DailiConfig }
  return asking ? { state: 'loading' } : { state: 'failed', retry: () => setAsking(true) }
}
