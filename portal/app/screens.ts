import type { ComponentType } from 'react'

import { loadChunk } from '../../ui/http/load-chunk.ts'
import { type PublicPath, USER_ROOT } from '../paths.ts'
import { type Loader, screen } from './screen-loader.ts'

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

/** Includes the words of the first screen, which is in the same file. */
export const loadUserArea = screen(() => import('./user-area.tsx'), 'account', 'lines', 'user')

/** For a page whose HTML shows the frame of /user: the frame stays until the whole page can replace it. */
export async function readyUserArea(pathname: string): Promise<void> {
  const { default: area } = await loadUserArea()
  const { readyUserScreen } = await loadChunk(() => import('./user-routes.tsx'))
  await readyUserScreen(pathname)
  readyScreens.set(USER_ROOT, area)
}

/** Links to a path without a screen are hidden. */
export function hasPublicScreen(path: string): boolean {
  return path === '/login' || path in publicScreens
}
