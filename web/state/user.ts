import { create } from 'zustand'

import type { UserInfo } from '../../contract/accounts.ts'
import { useConfigState } from './config.ts'

export type UserState = {
  isLogin: boolean
  /** Empty while nobody is signed in. */
  userInfo: Partial<UserInfo>
  setUserInfo(info: UserInfo): void
  /** A fresh single-use ticket for an embedded page. */
  setPass(pass: string): void
  setUnread(unread: number): void
  failUserInfo(): void
  clearUserInfo(): void
}

export const useUserState = create<UserState>()((set) => ({
  isLogin: false,
  userInfo: {},
  setUserInfo: (userInfo) => set({ isLogin: true, userInfo }),
  setPass: (pass) => set(({ userInfo }) => ({ userInfo: { ...userInfo, pass } })),
  setUnread: (unread) => set(({ userInfo }) => ({ userInfo: { ...userInfo, unread } })),
  failUserInfo: () => set({ isLogin: false, userInfo: {} }),
  clearUserInfo() {
    set({ isLogin: false, userInfo: {} })
    useConfigState.getState().emptyDailiConfig()
  },
}))
