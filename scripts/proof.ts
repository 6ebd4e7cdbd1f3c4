// `npm run proof -- <name>` runs one proof at full size, prints its figures and fails if they are wrong.
import process from 'node:process'

type Proof = { prove(): Promise<boolean> }

const proofs: Record<string, () => Promise<Proof>> = {
  backup: () => import('./proofs/backup.ts'),
  bulk: () => import('./proofs/bulk.ts'),
  cluster: () => import('./proofs/cluster.ts'),
  engines: () => import('./proofs/engines.ts'),
  faults: () => import('./proofs/faults.ts'),
  freezes: () => import('./proofs/freezes.ts'),
  greedy: () => import('./proofs/greedy.ts'),
  guesses: () => import('./proofs/guesses.ts'),
  import: () => import('./proofs/import.ts'),
  ingest: () => import('./proofs/ingest.ts'),
  kills: () => import('./proofs/kills.ts'),
  mutants: () => import('./proofs/mutants.ts'),
  notifies: () => import('./proofs/notifies.ts'),
  pictures: () => import('./proofs/pictures.ts'),
  production: () => import('./proofs/production.ts'),
  proxy: () => import('./proofs/proxy.ts'),
  rollback: () => import('./proofs/rollback.ts'),
  screens: () => import('./proofs/screens.ts'),
  streams: () => import('./proofs/streams.ts'),
  telegram: () => import('./proofs/telegram.ts'),
  webhooks: () => import('./proofs/webhooks.ts'),
}

const name = process.argv[2] ?? ''
const load = Object.hasOwn(proofs, name) ? proofs[name] : undefined
if (load) {
  const { prove } = await load()
  const holds = await prove()
  console.log(holds ? '\nIt holds.' : '\nIt does NOT hold.')
  process.exitCode = holds ? 0 : 1
} else {
  console.error(`Which proof? One of: ${Object.keys(proofs).join(', ')}`)
  process.exitCode = 2
}
