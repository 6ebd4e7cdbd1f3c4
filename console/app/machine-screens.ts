import { screen } from './screen-loader.ts'
import type { Screen } from './screens.ts'

/** Nodes and alerts, and the machine room behind them. */
export const machineScreens: readonly Screen[] = [
  {
    path: 'nodes',
    word: 'nodes',
    permission: 'nodes.read',
    scope: 'platform',
    nav: { group: 'groupNetwork', icon: 'nodes', bottom: true },
    load: screen(() => import('../screens/nodes/nodes-screen.tsx'), 'nodes', 'table'),
  },
  {
    path: 'nodes/:id',
    word: 'node',
    permission: 'nodes.read',
    scope: 'platform',
    load: screen(() => import('../screens/nodes/node-screen.tsx'), 'nodes', 'table'),
  },
  {
    path: 'nodes/:id/enrol',
    word: 'nodeEnrol',
    permission: 'nodes.write',
    scope: 'platform',
    load: screen(() => import('../screens/nodes/enrol-screen.tsx'), 'nodes'),
  },
]
