import type { ComponentType } from 'react'

import type { PublicPath } from '../paths.ts'
import { type Loader, screen } from '../words/screen-loader.ts'

/**
 * To add a screen, add one line here (words in words/language.ts) or in user-screens.ts, and one folder. /login and
 * /notFound are part of the entry.
 */
export const publicScreens: Partial<Record<PublicPath, Loader>> = {
  '/reg': screen(() => import('../screens/register/register-screen.tsx'), 'account', 'register'),
  '/find_pass': screen(() => import('../screens/recover/recover-screen.tsx'), 'account', 'recover'),
  '/dailiPay': screen(() => import('../screens/agent-pay/agent-pay-screen.tsx'), 'paying', 'agent-pay'),
  '/online': screen(() => import('../screens/online/online-screen.tsx'), 'online'),
  '/loginMonitor': screen(() => import('../screens/monitor-login/monitor-login-screen.tsx'), 'login', 'monitor-login'),
  '/monitor': screen(() => import('./monitor-area.tsx'), 'monitor'),
  '/inner': screen(() => import('../screens/inner/inner-screen.tsx'), 'inner'),
}

/** Screens that were loaded before the first render. */
export const readyScreens = new Map<string, ComponentType>()

/** For a prerendered page: what its HTML shows must render without a wait, or hydration would discard it. */
export async function readyScreen(path: string): Promise<void> {
  const load = publicScreens[path as PublicPath]
  if (load) readyScreens.set(path, (await load()).default)
}

/** Links to a path without a screen are hidden. */
export function hasPublicScreen(path: string): boolean {
  return path === '/login' || path in publicScreens
}
