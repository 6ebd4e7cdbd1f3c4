import process from 'node:process'

import { withWorld } from './greedy/world.ts'
import { standAtTheGateway, type Till } from './simulation/gateway.ts'
import { simulate } from './simulation/live.ts'
import { openGround, type Run } from './simulation/stage.ts'
import { withDatabase } from './throwaway-server.ts'

const SEEDS = 10_000
const ENOUGH = 5

/** `npm run proof -- simulation [seeds] [first seed]`: the same seed is the same life, statement by statement. */
export async function prove(): Promise<boolean> {
  const seeds = Number(process.argv[3] ?? SEEDS)
  const first = Number(process.argv[4] ?? Date.now() % 2 ** 31)
  console.log(`${seeds} lives of a reseller on two servers that die and a gateway that lies, from seed ${first} on`)
  const { runs, found, seconds } = await withDatabase((url) => simulateMany(url, upFrom(first, seeds)))
  const sum = (of: 'acts' | 'statements' | 'kills') => runs.reduce((total, run) => total + run[of], 0)
  console.log(
    `${runs.length} lives in ${seconds.toFixed(0)} s: ${sum('acts')} wishes, ${sum('statements')} statements, ${sum('kills')} kills`,
  )
  for (const { seed, problems, trace } of found) {
    if (seeds === 1 || process.env['TRACE']) console.log(trace.join('\n'))
    console.log(`Seed ${seed}:\n  ✗ ${problems.join('\n  ✗ ')}`)
  }
  if (found.length === 0) console.log('What was acknowledged is there, once; nobody is richer; the books are clean')
  return found.length === 0 && runs.length === seeds
}

type Figures = { runs: Run[]; found: Run[]; seconds: number }

export const upFrom = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at)

export async function simulateMany(url: string, seeds: readonly number[], enough = ENOUGH): Promise<Figures> {
  const startedAt = performance.now()
  const till: { now: Till | null } = { now: null }
  const leave = standAtTheGateway(() => till.now!)
  try {
    return await withWorld(url, async (world) => {
      const ground = openGround(world, url, till)
      const figures: Figures = { runs: [], found: [], seconds: 0 }
      for (const seed of seeds) {
        if (figures.found.length >= enough) break
        const run = await simulate(ground, seed)
        figures.runs.push(run)
        if (run.problems.length > 0) figures.found.push(run)
      }
      await Promise.all(ground.hosts.map(({ db }) => db.close()))
      figures.seconds = (performance.now() - startedAt) / 1000
      return figures
    })
  } finally {
    leave()
  }
}
