import { screen } from './screen-loader.ts'
import type { Screen } from './screen-types.ts'

/** Screens for nodes and alerts, and for the installation behind them. */
export const machineScreens: readonly Screen[] = [
  {
    path: 'nodes',
    word: 'nodes',
    permission: 'nodes.read',
    scope: 'platform',
    nav: { group: 'groupNetwork', icon: 'nodes', bottom: true },
    load: screen(() => import('../screens/nodes/nodes-screen.tsx'), 'nodes', 'states', 'table'),
  },
  {
    path: 'nodes/agents',
    word: 'nodeAgents',
    permission: 'nodes.read',
    scope: 'platform',
    load: screen(() => import('../screens/nodes/agents-screen.tsx'), 'nodes'),
  },
  {
    path: 'nodes/:id',
    word: 'node',
    permission: 'nodes.read',
    scope: 'platform',
    load: screen(() => import('../screens/nodes/node-screen.tsx'), 'nodes', 'states', 'table'),
  },
  {
    path: 'nodes/:id/enrol',
    word: 'nodeEnrol',
    permission: 'nodes.write',
    scope: 'platform',
    load: screen(() => import('../screens/nodes/enrol-screen.tsx'), 'nodes'),
  },
  {
    path: 'alerts',
    word: 'alerts',
    permission: 'nodes.read',
    scope: 'platform',
    nav: { group: 'groupNetwork', icon: 'alerts' },
    load: screen(() => import('../screens/alerts/alerts-screen.tsx'), 'watch', 'table'),
  },
  {
    path: 'monitors',
    word: 'monitors',
    permission: 'monitors.write',
    scope: 'platform',
    nav: { group: 'groupNetwork', icon: 'monitors' },
    load: screen(() => import('../screens/monitors/monitors-screen.tsx'), 'watch'),
  },
  {
    path: 'machine',
    word: 'machine',
    permission: 'settings.read',
    scope: 'platform',
    nav: { group: 'groupMachine', icon: 'machine' },
    load: screen(() => import('../screens/machine/machine-screen.tsx'), 'machine', 'doctor'),
  },
  {
    path: 'jobs',
    word: 'jobs',
    permission: 'jobs.write',
    scope: 'platform',
    nav: { group: 'groupMachine', icon: 'jobs' },
    load: screen(() => import('../screens/jobs/jobs-screen.tsx'), 'machine', 'table'),
  },
  {
    path: 'mails',
    word: 'mails',
    permission: 'mails.read',
    scope: 'platform',
    nav: { group: 'groupMachine', icon: 'mails' },
    load: screen(() => import('../screens/mails/mails-screen.tsx'), 'machine', 'table'),
  },
  {
    path: 'backups',
    word: 'backups',
    permission: 'settings.read',
    scope: 'platform',
    nav: { group: 'groupMachine', icon: 'backups' },
    load: screen(() => import('../screens/backups/backups-screen.tsx'), 'machine'),
  },
]
