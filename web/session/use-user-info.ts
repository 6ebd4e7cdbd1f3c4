import { useEffect, useState } from 'react'

import type { UserInfo } from '../../contract/accounts.ts'
import { useUserState } from '../state/user.ts'
import { loadUserInfo } from './user-info.ts'

type Loaded = { state: 'loading' } | { state: 'failed'; retry: () => void } | { state: 'ready'; info: UserInfo }

/**
 * The store's user information with the states a screen needs; the store itself only knows signed in or not. Once there,
 * it stays while a later refresh fails: a form in use must not vanish under the reader's hands.
 */
export function useUserInfo(): Loaded {
  const isLogin = useUserState((state) => state.isLogin)
  const info = useUserState((state) => state.userInfo)
  const [known, setKnown] = useState<UserInfo | null>(null)
  const [asking, setAsking] = useState(!isLogin)
  if (isLogin && known !== info) setKnown(info as UserInfo)

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

  if (known) return { state: 'ready', info: known }
  return asking ? { state: 'loading' } : { state: 'failed', retry: () => setAsking(true) }
}
