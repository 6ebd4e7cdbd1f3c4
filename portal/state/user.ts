import { create } from 'zustand'

import type { UserInfo } from '../../contract/accounts.ts'
import { useConfigState } from './config.ts'

export type UserState = {
  isLogin: boolean
  /** Empty while nobody is signed in. */
  userInfo: Partial<UserInfo>
  /** The last answer about this user: stays when a later request fails, cleared when the session ends. */
  knownInfo: UserInfo | null
  setUserInfo(info: UserInfo): void
  /** A fresh single-use ticket for an embedded page. */
  setPass(pass: string): void
  setUnread(unread: number): void
  /** `isOver`: not only the request failed, the session has ended. */
  failUserInfo(isOver?: boolean): void
  clearUserInfo(): void
}

export const useUserState = create<UserState>()((set) => {
  const change = (part: Partial<UserInfo>) =>
    set(({ userInfo, knownInfo }) => ({
      userInfo: { ...userInfo, ...part },
      knownInfo: knownInfo && { ...knownInfo, ...part },
    }))
  return {
    isLogin: false,
    userInfo: {},
    knownInfo: null,
    setUserInfo: (userInfo) => set({ isLogin: true, userInfo, knownInfo: userInfo }),
    setPass: (pass) => change({ pass }),
    setUnread: (unread) => change({ unread }),
    failUserInfo: (isOver = false) =>
      set(({ knownInfo }) => ({ isLogin: false, userInfo: {}, knownInfo: isOver ? null : knownInfo })),
    clearUserInfo() {
      set({ isLogin: false, userInfo: {}, knownInfo: null })
      useConfigState.getState().emptyDailiConfig()
    },
  }
})
