import { useEffect, useState } from 'react'

import type { DailiConfig } from '../../contract/resellers.ts'
import type { UserInfo } from '../../contract/accounts.ts'
import type { Asked } from '../../ui/components/loaded.tsx'
import { useConfigState } from '../state/config.ts'
import { useUserState } from '../state/user.ts'
import { loadResellerConfig } from './reseller-config.ts'
import { loadUserInfo } from './user-info.ts'

/** Once there, it stays while a later refresh fails: a form in use must not vanish under the reader's hands. */
export function useUserInfo(): Asked<UserInfo> {
  return useStored(
    useUserState((state) => state.knownInfo),
    loadUserInfo,
  )
}

export function useResellerConfig(): Asked<DailiConfig> {
  const config = useConfigState((state) => state.dailiConfig)
  return useStored(config.daili_id === undefined ? null : (config as DailiConfig), loadResellerConfig)
}

/** What a store holds, with the states a screen needs; the store itself only knows there or not. */
function useStored<Data>(known: Data | null, load: () => Promise<unknown>): Asked<Data> {
  const [asking, setAsking] = useState(known === null)

  useEffect(() => {
    if (!asking) return
    let left = false
    // Shares the answer of the start-up's own call while that is under way.
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
