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
export const publicScreens: Partial<Record<PublicPath, Loader>> = {}

export const userScreens: Partial<Record<UserChild, Loader>> = {
  '': screen(() => import('../screens/overview/overview-screen.tsx'), 'user'),
}

export const loadUserArea = screen(() => import('./user-area.tsx'), 'user')

/** Links to a path without a screen are left out. */
export function hasScreen(path: string): boolean {
  if (path === '/login') return true
  return path in publicScreens || userChildren.some((child) => userPath(child) === path && child in userScreens)
}
