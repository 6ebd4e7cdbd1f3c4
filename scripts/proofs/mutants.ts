import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'

import { findBroken } from './mutants/compile.ts'
import { listFiles } from './mutants/copy-tree.ts'
import { areas, choose, type Numbered } from './mutants/list.ts'
import { openStand, type Verdict } from './mutants/stand.ts'

type Judged = { mutant: Numbered; verdict: Verdict }
const GOAL = 0.95

/**
 * `npm run proof -- mutants [area or number ...]`: plants one bug after the other in copies of this tree, and looks
 * whether the nearest tests see it.
 */
export async function prove(): Promise<boolean> {
  const wanted = process.argv.slice(3)
  const mutants = choose(wanted)
  if (mutants.length === 0) throw new Error(`No such mutant. Areas: ${areas.map(({ name }) => name).join(', ')}`)
  const { judged, broken } = await judgeAll(mutants)
  for (const { mutant, why } of broken) console.log(`${label(mutant)}: does not compile, so it is no bug: ${why}`)
  return print(judged) && broken.length === 0
}

async function judgeAll(mutants: readonly Numbered[]) {
  const folder = mkdtempSync(path.join(tmpdir(), 'yuxian-mutants-'))
  // An interrupted proof leaves no copy behind either.
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  process.once('SIGINT', stop).once('SIGTERM', stop)
  const files = listFiles()
  const waiting = [...mutants]
  const judged: Judged[] = []
  const work = async (at: number) => {
    const stand = await openStand(files, path.join(folder, String(at)), stopping.signal)
    try {
      for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
        const verdict = await stand.judge(mutant, mutant.area.checks)
        judged.push({ mutant, verdict })
        console.log(tell({ mutant, verdict }))
      }
    } finally {
      await stand.close()
    }
  }
  try {
    const stands = Math.min(waiting.length, Number(process.env['MUTANTS_AT_ONCE']) || availableParallelism())
    const ended = await Promise.allSettled(Array.from({ length: stands }, (_, at) => work(at)))
    for (const one of ended) if (one.status === 'rejected') throw one.reason
    return { judged, broken: await findBroken(mutants, files, path.join(folder, 'types')) }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    process.off('SIGINT', stop).off('SIGTERM', stop)
  }
}

const label = ({ number, file, does }: Numbered) => `${String(number).padStart(3)} ${does} (${file})`

function tell({ mutant, verdict: { outcome, by, seconds } }: Judged): string {
  const why = outcome === 'survived' && mutant.survives ? `, because ${mutant.survives}` : ''
  return `${outcome.padEnd(8)} ${label(mutant)}\n         ${seconds.toFixed(0)} s${by ? `: ${by}` : ''}${why}`
}

function print(judged: readonly Judged[]): boolean {
  const caughtIn = (list: readonly Judged[]) => list.filter(({ verdict }) => verdict.outcome === 'caught').length
  console.log('')
  for (const { name } of areas) {
    const own = judged.filter(({ mutant }) => mutant.area.name === name)
    if (own.length > 0) console.log(`${name.padEnd(10)} ${caughtIn(own)} of ${own.length} caught`)
  }
  const missed = judged.filter(({ verdict }) => verdict.outcome !== 'caught')
  for (const one of missed) console.log(tell(one))
  const share = caughtIn(judged) / judged.length
  console.log(`${caughtIn(judged)} of ${judged.length} caught: ${(share * 100).toFixed(1)} %`)
  return share >= GOAL && missed.every(({ mutant, verdict }) => verdict.outcome === 'survived' && mutant.survives)
}
