import type { ComponentType } from 'react'

import { loadChunk } from '../http/load-chunk.ts'
import { loadWords } from '../locales/language.ts'
import type { Part } from '../locales/words.ts'
import { type PublicPath, type UserChild, userChildren, userPath } from '../paths.ts'

export type Screen = { default: ComponentType }
export type Loader = () => Promise<Screen>

/** A screen's code and its words travel together, so that it never renders without them. */
function screen(load: Loader, ...words: readonly Part[]): Loader {
  return async () => {
    const [loaded] = await Promise.all([loadChunk(load), loadChunk(() => loadWords(...words))])
    return loaded
  }
}

/** Adding a screen is one line here and one folder. /login and /notFound are part of the entry. */
export const publicScreens: Partial<Record<PublicPath, Loader>> = {
  '/reg': screen(() => import('../screens/register/register-screen.tsx'), 'account', 'reg'),
  '/find_pass': screen(() => import('../screens/recover/recover-screen.tsx'), 'account', 'recover'),
  '/dailiPay': screen(() => import('../screens/agent-pay/agent-pay-screen.tsx'), 'paying', 'agentpay'),
  '/inner': screen(() => import('../screens/inner/inner-screen.tsx'), 'inner'),
}

/** Public screens that were fetched before the first render. */
export const readyScreens = new Map<string, ComponentType>()

/** For a prerendered page: what its HTML shows must render without a wait, or hydration would throw it away. */
export async function readyScreen(path: string): Promise<void> {
  const load = publicScreens[path as PublicPath]
  if (load) readyScreens.set(path, (await load()).default)
}

export const userScreens: Partial<Record<UserChild, Loader>> = {
  '': screen(() => import('../screens/overview/overview-screen.tsx'), 'user'),
  userPay: screen(() => import('../screens/top-up/top-up-screen.tsx'), 'account', 'paying', 'topup'),
  balance: screen(() => import('../screens/balance/balance-screen.tsx'), 'account', 'balance'),
  user_payment: screen(() => import('../screens/payments/payments-screen.tsx'), 'account', 'paying', 'payments'),
  emailBind: screen(() => import('../screens/email-bind/email-bind-screen.tsx'), 'account', 'email'),
  freeze_acc: screen(() => import('../screens/freeze-account/freeze-account-screen.tsx'), 'account', 'freeze'),
  change_pass: screen(() => import('../screens/change-password/change-password-screen.tsx'), 'account', 'security'),
  tcBuy: screen(() => import('../screens/packages/packages-screen.tsx'), 'account', 'money', 'packages', 'paying'),
  kmList: screen(() => import('../screens/cards/cards-screen.tsx'), 'cards', 'packages'),
  invite: screen(() => import('../screens/invite/invite-screen.tsx'), 'invite', 'money'),
  open_agency: screen(() => import('../screens/open-agency/open-agency-screen.tsx'), 'account', 'agency', 'money', 'paying'),
}

export const loadUserArea = screen(() => import('./user-area.tsx'), 'user')

/** Links to a path without a screen are left out. */
export function hasScreen(path: string): boolean {
  if (path === '/login') return true
  return path in publicScreens || userChildren.some((child) => userPath(child) === path && child in userScreens)
}
