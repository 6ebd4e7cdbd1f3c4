import type { ComponentType } from 'react'

import type { PublicPath } from '../paths.ts'
import { type Loader, screen } from './screen-loader.ts'

/**
 * Adding a screen is one line here (its words in locales/language.ts) or in user-screens.ts, and one folder. /login and
 * /notFound are part of the entry.
 */
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

export const loadUserArea = screen(() => import('./user-area.tsx'), 'user')

/** Links to a path without a screen are left out. */
export function hasPublicScreen(path: string): boolean {
  return path === '/login' || path in publicScreens
}
