import { useEffect, useState } from 'react'

import type { UserInfo } from '../../contract/accounts.ts'
import { useUserState } from '../state/user.ts'
import { loadUserInfo } from './user-info.ts'

type Loaded = { state: 'loading' } | { state: 'failed'; retry: () => void } | { state: 'ready'; info: UserInfo }

/** The store's user information with the states a screen needs; the store itself only knows signed in or not. */
export function useUserInfo(): Loaded {
  const isLogin = useUserState((state) => state.isLogin)
  const info = useUserState((state) => state.userInfo)
  const [asking, setAsking] = useState(!isLogin)

  useEffect(() => {
    if (!asking) return
    let left = false
    void loadUserInfo().finally(() => {
      if (!left) setAsking(false)
    })
    return () => {
      left = true
    }
  }, [asking])

  if (isLogin) return { state: 'ready', info: info as UserInfo }
  return asking ? { state: 'loading' } : { state: 'failed', retry: () => setAsking(true) }
}
