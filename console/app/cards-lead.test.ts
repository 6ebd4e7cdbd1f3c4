import { expect, it } from 'vitest'

import { builtInRoles, type Permission } from '../../contract/permissions.ts'
import { roleNames } from '../../contract/role-names.ts'
import { findSources } from '../../ui/test/sources.ts'
import { openScreens } from './screens.ts'
import { isOpen } from './use-screens.ts'

/** Everywhere the cards of both overviews lead. */
const cards = findSources('tsx', ['console/screens/overview', 'console/screens/platform']).flatMap(({ file, text }) => {
  const isOffice = file.includes('/overview/')
  return [...text.matchAll(/\bto[:=] ?\{?['"`](\/[^'"`]*)['"`]/g)].map(([, to]) => ({
    file,
    isOffice,
    text,
    to: to!.replaceAll(/\$\{[^}]*\}/g, '7'),
  }))
})
const viewers = (['reseller', 'platform'] as const).flatMap((scope) =>
  roleNames.flatMap((role) => {
    const held = builtInRoles[scope][role]
    const may = (permission: Permission | 'own') => permission === 'own' || held.has(permission)
    return [true, ...(scope === 'platform' ? [false] : [])].map((isInOffice) => ({
      name: `${scope} ${role}${isInOffice ? '' : ' on the platform'}`,
      isInOffice,
      screens: openScreens({ isInOffice, may }),
    }))
  }),
)

it('every card leads to a screen that exists', () => {
  expect(cards.length).toBeGreaterThan(15)
  const lost = cards.filter(({ isOffice, to }) => !isOpen(openScreens({ isInOffice: isOffice, may: () => true }), to))
  expect(lost.map(({ file, to }) => `${file} ${to}`)).toEqual([])
})

it.each(viewers)('$name is offered no way that ends at "not found"', ({ isInOffice, screens }) => {
  const shut = cards.filter(({ isOffice, to }) => isOffice === isInOffice && !isOpen(screens, to))
  const unasked = shut.filter(({ text }) => !/WaitingCard|<Guide|useMayGo/.test(text))
  expect(unasked.map(({ file, to }) => `${file} ${to}`)).toEqual([])
})
