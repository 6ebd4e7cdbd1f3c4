// `npm run proof -- <name>` runs one proof at full size, prints its figures and fails if they are wrong.
import process from 'node:process'

type Proof = { prove(): Promise<boolean> }

/** Each says what it shows beyond `npm test -- --full`. A proof that shows nothing more has no place here. */
const proofs: Record<string, [adds: string, load: () => Promise<Proof>]> = {
  backup: ['a million users in little memory; the tests have two thousand', () => import('./proofs/backup.ts')],
  'by-hand': ['the steps by hand, typed on a fresh Debian; the tests read them', () => import('./proofs/by-hand.ts')],
  bulk: ['10,000 users and three kills; the tests have 200 and one', () => import('./proofs/bulk.ts')],
  cluster: ['three database servers that fail in turn; the tests read its files', () => import('./proofs/cluster.ts')],
  engines: ['every protocol with every engine installed; the tests have three', () => import('./proofs/engines.ts')],
  faults: [
    '200 faults of agent, portal and engine, and restarts under 50 agents; the tests have seven',
    () => import('./proofs/faults.ts'),
  ],
  freezes: [
    'freezes of 45 s, with times and lost jobs; the tests have one of 8 s',
    () => import('./proofs/freezes.ts'),
  ],
  greedy: ['2,000 walks, or as many as you say; the tests have a hundred', () => import('./proofs/greedy.ts')],
  import: ['50,000 users; the tests have 600', () => import('./proofs/import.ts')],
  'apply-users': ['10,000 users at once on one node', () => import('./proofs/apply-users.ts')],
  kills: ['50 kills in the middle of settling; the tests have two', () => import('./proofs/kills.ts')],
  mutants: ['bugs planted one after the other; the tests plant three', () => import('./proofs/mutants.ts')],
  notifies: ['9,000 notifies and 20,000 forgeries; the tests have 270 and 300', () => import('./proofs/notifies.ts')],
  pictures: ['that 200 photos leave the memory flat', () => import('./proofs/pictures.ts')],
  production: [
    'deploy/setup on a fresh Debian, cut off everywhere; the tests read its options',
    () => import('./proofs/production.ts'),
  ],
  proxy: ['deploy/nginx.conf in a real nginx', () => import('./proofs/proxy.ts')],
  rollback: ['both ways and back again; the tests have one way', () => import('./proofs/rollback.ts')],
  screens: ['every screen in every size, colour and language', () => import('./proofs/screens.ts')],
  simulation: [
    '10,000 lives on two servers that are killed; the tests have 50',
    () => import('./proofs/simulation.ts'),
  ],
  streams: ['500 streams for five minutes; the tests have 40 for 16 s', () => import('./proofs/streams.ts')],
  telegram: ['a thousand messages; the tests have 120', () => import('./proofs/telegram.ts')],
  webhooks: ['a thousand events; the tests have 120', () => import('./proofs/webhooks.ts')],
}

const name = process.argv[2] ?? ''
const [, load] = (Object.hasOwn(proofs, name) ? proofs[name] : undefined) ?? []
if (load) {
  const { prove } = await load()
  const holds = await prove()
  console.log(holds ? '\nIt holds.' : '\nIt does NOT hold.')
  process.exitCode = holds ? 0 : 1
} else {
  console.error('Which proof? Each shows more than `npm test -- --full`:\n')
  for (const [one, [adds]] of Object.entries(proofs)) console.error(`  ${one.padEnd(12)}${adds}`)
  process.exitCode = 2
}
