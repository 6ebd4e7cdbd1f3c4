import { useEffect, useState } from 'react'

import type { UserInfo } from '../../contract/accounts.ts'
import type { DailiConfig } from '../../contract/resellers.ts'
import type { QueryState } from '../../ui/components/loaded.tsx'
import { useConfigState } from '../state/config.ts'
import { useUserState } from '../state/user.ts'
import { loadResellerConfig } from './reseller-config.ts'
import { loadUserInfo } from './user-info.ts'

/** Once loaded, it stays when a later refresh fails: a form in use must not disappear. */
export function useUserInfo(): QueryState<UserInfo> {
  return useStored(
    useUserState((state) => state.knownInfo),
    loadUserInfo,
  )
}

export function useResellerConfig(): QueryState<DailiConfig> {
  const config = useConfigState((state) => state.dailiConfig)
  return useStored(config.daili_id === undefined ? null : (config as DailiConfig), loadResellerConfig)
}

/** A store's content with the states that a screen needs; the store itself only knows "there" or "not there". */
function useStored<Data>(known: Data | null, load: () => Promise<unknown>): QueryState<Data> {
  const [asking, setAsking] = useState(known === null)

  useEffect(() => {
    if (!asking) return
    let left = false
    // Shares the answer of the start-up call while that is in flight.
    void load().finally(() => {
      if (!left) setAsking(false)
    })
    return () => {
      left = true
    }
  }, [asking, load])

  return {
    data: known ?? undefined,
    error: known === null && !asking,
    isFetching: asking,
    refetch: () => setAsking(true),
  }
}
