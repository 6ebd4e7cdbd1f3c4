import { matchPath, useLocation } from 'react-router'

import { officeOf, useMay, useSession } from '../session/session.ts'
import { type NavGroup, navGroups, type Screen } from './screen-types.ts'
import { openScreens } from './screens.ts'

export function useScreens(): Screen[] {
  const session = useSession()
  const may = useMay()
  return openScreens({ isInOffice: officeOf(session) !== null, may })
}

export type NavEntry = Screen & { nav: NonNullable<Screen['nav']> }

const isEntry = (screen: Screen): screen is NavEntry => screen.nav !== undefined

export function useNavGroups(): { group: NavGroup; entries: NavEntry[] }[] {
  const entries = useScreens().filter(isEntry)
  return navGroups
    .map((group) => ({ group, entries: entries.filter(({ nav }) => nav.group === group) }))
    .filter((one) => one.entries.length > 0)
}

/** The current screen, matched like the routes; null for a path without a screen. */
export function useCurrentScreen(): Screen | null {
  const { pathname } = useLocation()
  return useScreens().find(({ path }) => matchPath(`/${path}`, pathname)) ?? null
}

/** Whether one of the screens answers a link. */
export function isOpen(screens: readonly Screen[], to: string): boolean {
  const { pathname } = new URL(to, 'http://console')
  return screens.some(({ path }) => matchPath(`/${path}`, pathname) !== null)
}

/** A page such as `users/7` belongs to `users`. */
export function isUnder(path: string, pathname: string): boolean {
  if (path === '') return pathname === '/'
  return matchPath({ path: `/${path}`, end: false }, pathname) !== null
}
