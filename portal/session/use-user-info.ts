import { useEffect, useState } from 'react'

import type { UserInfo } from '../../contract/accounts.ts'
import { useUserState } from '../state/user.ts'
import { loadUserInfo } from './user-info.ts'

type Loaded = { state: 'loading' } | { state: 'failed'; retry: () => void } | { state: 'ready'; info: UserInfo }

/**
 * The user information with the states a screen needs. Once there, it stays while a later refresh fails: a form in use
 * must not vanish under the reader's hands.
 */
export function useUserInfo(): Loaded {
  const info = useUserState((state) => state.knownInfo)
  const [asking, setAsking] = useState(info === null)

  useEffect(() => {
    if (!asking) return
    let left = false
    // Shares the answer of the start-up's own call while that is under way.
    void loadUserInfo().finally(() => {
      if (!left) setAsking(false)
    })
    return () => {
      left = true
    }
  }, [asking])

  if (info) return { state: 'ready', info }
  return asking ? { state: 'loading' } : { state: 'failed', retry: () => setAsking(true) }
}
