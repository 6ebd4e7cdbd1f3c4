import { create } from 'zustand'

import { isNativeWrapper } from '../../ui/device/native-wrapper.ts'
import { removeStored, writeStored } from '../../ui/device/storage.ts'
import { bareToken, bearer } from '../../ui/http/exchange.ts'

declare global {
  interface Window {
    /** Apps that wrap the portal read the token here. */
    userToken?: string
  }
}

export type TokenState = {
  /** `Bearer …`, or empty. */
  userToken: string
  setToken(token: string): void
  clearToken(): void
}

export const useTokenState = create<TokenState>()((set) => ({
  userToken: '',
  setToken(raw) {
    const token = bearer(raw)
    if (!token) return
    writeStored('userToken', token)
    writeStored('token', bareToken(token))
    window.userToken = token
    set({ userToken: token })
  },
  clearToken() {
    // A wrapper reads the stored token itself and starts from it; after a sign-out that token is invalid.
    if (!isNativeWrapper()) {
      removeStored('userToken')
      removeStored('token')
    }
    delete window.userToken
    set({ userToken: '' })
  },
}))
