import process from 'node:process'

import { describe, walkMany, type Figures } from './greedy/walk.ts'
import { withWorld } from './greedy/world.ts'
import { withDatabase } from './throwaway-server.ts'

const WALKS = 2000

/** `npm run proof -- greedy [walks] [seed]`: the same seed walks the same way. */
export async function prove(): Promise<boolean> {
  const walks = Number(process.argv[3] ?? WALKS)
  const seed = Number(process.argv[4] ?? Date.now() % 2 ** 31)
  console.log(`${walks} walks of a greedy reseller with three accounts of its own, from seed ${seed} on`)
  const figures = await withDatabase((url) => withWorld(url, (world) => walkMany(world, { seed, walks, enough: 5 })))
  print(figures)
  return figures.found.length === 0 && figures.walks === walks
}

function print({ walks, moves, refused, seconds, found }: Figures): void {
  console.log(`${walks} walks in ${seconds.toFixed(0)} s: ${moves} moves, ${refused} more were refused`)
  for (const one of found) console.log(describe(one))
  if (found.length === 0) console.log('Nobody is richer than the rules allow; the books are clean after each walk')
}
