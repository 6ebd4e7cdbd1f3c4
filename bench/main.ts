// `npm run bench` measures every line of docs/performance.md against its possible best, in one run of at most a quarter
// of an hour. `npm run bench -- quick` takes three minutes and writes nothing; `npm run bench -- growth` is
// bench/growth.ts, `npm run bench -- nodes FOLDER` is bench/nodes.ts.
import process from 'node:process'

import { endAllOnSignal } from '../test/end-on-signal.ts'
import { callLines } from './lines/calls.ts'
import type { Line } from './lines/line.ts'
import { moneyLines } from './lines/money.ts'
import { pageLines } from './lines/pages.ts'
import { pollLines } from './lines/polls.ts'
import { processLines } from './lines/process.ts'
import { trafficLines } from './lines/traffic.ts'
import { loadNow, machineName } from './run/figures.ts'
import { HEAD, type Result, rowOf } from './table.ts'
import { withWorld, type Effort, type World } from './world.ts'
import { writeDoc } from './write-doc.ts'

const lines: readonly Line[] = [
  ...pageLines,
  ...callLines,
  ...pollLines,
  ...moneyLines,
  ...trafficLines,
  ...processLines,
]
const FULL: Effort & { rounds: number } = { seconds: 3, count: 240, rounds: 3 }
const QUICK: Effort & { rounds: number } = { seconds: 1, count: 64, rounds: 1 }

/** Measures round by round, so that other work on the machine affects every line alike. */
async function measureAll(world: World, rounds: number): Promise<Result[]> {
  const samples = new Map(lines.map((line) => [line, [] as Result['samples'][number][]]))
  for (let round = 1; round <= rounds; round += 1) {
    console.log(`Round ${round} of ${rounds}, load ${loadNow()}`)
    world.nextRound()
    for (const line of lines) {
      // Report a line that cannot be measured, and go on with the others.
      const sample = await line.measure(world).catch((error: unknown) => console.log(`${line.name}: ${String(error)}`))
      if (sample) samples.get(line)!.push(sample)
    }
  }
  return [...samples].map(([line, own]) => ({ line, samples: own }))
}

async function measureTable(effort: Effort & { rounds: number }): Promise<string[]> {
  const loadBefore = loadNow()
  const results = await withWorld(effort, (world) => measureAll(world, effort.rounds))
  return [
    `Machine: ${machineName()}. Load before it: ${loadBefore}. ${effort.rounds} rounds, loads of ${effort.seconds} s.`,
    '',
    ...HEAD,
    ...results.map(rowOf),
  ]
}

type Bench = { words: string; takes: RegExp; run(words: string[]): Promise<unknown> }

const benches: Record<string, Bench> = {
  '': {
    words: '(nothing: all, into docs/performance.md)',
    takes: /^$/,
    async run() {
      const table = await measureTable(FULL)
      console.log(table.join('\n'))
      await writeDoc('performance.md', 'bench', table)
    },
  },
  quick: { words: 'quick', takes: /^$/, run: async () => console.log((await measureTable(QUICK)).join('\n')) },
  growth: {
    words: 'growth [users] [days]',
    takes: /^(?:[1-9]\d*(?: [1-9]\d*)?)?$/,
    run: async ([users, days]) => (await import('./growth.ts')).measureGrowth(toNumber(users), toNumber(days)),
  },
  nodes: {
    words: 'nodes FOLDER',
    takes: /^.+$/,
    run: async ([folder]) => (await import('./nodes.ts')).measureNodes(folder!),
  },
}
const toNumber = (text: string | undefined) => (text === undefined ? undefined : Number(text))

const [name = '', ...words] = process.argv.slice(2)
const bench = Object.hasOwn(benches, name) ? benches[name] : undefined
if (bench?.takes.test(words.join(' '))) {
  void endAllOnSignal()
  await bench.run(words)
} else {
  console.error(
    `Which bench? One of: ${Object.values(benches)
      .map((one) => one.words)
      .join(', ')}`,
  )
  process.exitCode = 2
}
