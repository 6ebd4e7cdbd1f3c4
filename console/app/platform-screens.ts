import { machineScreens } from './machine-screens.ts'
import { screen } from './screen-loader.ts'
import type { Screen } from './screen-types.ts'
import { tradeScreens } from './trade-screens.ts'

/** The operator's screens outside any reseller, in the order of the rail. */
export const platformScreens: readonly Screen[] = [
  {
    path: '',
    word: 'overview',
    permission: 'overview.read',
    scope: 'platform',
    nav: { group: 'groupToday', icon: 'overview', bottom: true },
    load: screen(() => import('../screens/platform/platform-screen.tsx'), 'platform'),
  },
  {
    path: 'resellers',
    word: 'resellers',
    permission: 'resellers.read',
    scope: 'platform',
    nav: { group: 'groupCustomers', icon: 'agencies', bottom: true },
    load: screen(
      () => import('../screens/resellers/resellers-screen.tsx'),
      'imports',
      'import-findings',
      'resellers',
      'table',
      'tell',
    ),
  },
  {
    path: 'resellers/:id',
    word: 'resellers',
    permission: 'resellers.read',
    scope: 'platform',
    load: screen(() => import('../screens/reseller/reseller-screen.tsx'), 'resellers', 'audit-actions', 'invite'),
  },
  {
    path: 'node-groups',
    word: 'nodeGroups',
    permission: 'nodes.read',
    scope: 'platform',
    nav: { group: 'groupNetwork', icon: 'bulk' },
    load: screen(() => import('../screens/node-groups/node-groups-screen.tsx'), 'resellers'),
  },
  ...tradeScreens,
  ...machineScreens,
]
