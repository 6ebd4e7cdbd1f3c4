import { screen } from './screen-loader.ts'
import type { Screen } from './screens.ts'

/** The operator's workplace: what stands on the platform's own floor, in the order of the rail. */
export const platformScreens: readonly Screen[] = [
  {
    path: 'resellers',
    word: 'resellers',
    permission: 'resellers.read',
    scope: 'platform',
    nav: { group: 'groupCustomers', icon: 'agencies', bottom: true },
    load: screen(() => import('../screens/offices/offices-screen.tsx')),
  },
]
