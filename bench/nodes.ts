// Whether nodes became slower since another release: `npm run bench -- nodes FOLDER`, where FOLDER is a checkout of that
// release with its packages installed. Both are measured in turn, round by round, with the same engine.
import path from 'node:path'

import type { NodeFigures } from './peers/node.ts'
import { figureOf, loadNow, machineName } from './run/figures.ts'
import { startProcess } from './run/start-process.ts'

const ROUNDS = 3
const WHAT: Record<keyof NodeFigures, string> = {
  usersPerSecond: 'users given to a node with v2ray, per second',
  megabytesPerSecond: 'MB per second of one client, four streams',
  connectionsPerSecond: 'connections per second of one client, 1 kB each',
  msPerGigabyte: 'processor time of agent and engine for a GB, ms',
  msPerThousandConnections: 'processor time of agent and engine for 1,000 connections, ms',
}

export async function measureNodes(folder: string): Promise<void> {
  const here = path.join(import.meta.dirname, '..')
  const ours: NodeFigures[] = []
  const theirs: NodeFigures[] = []
  console.log(`Machine: ${machineName()}`)
  for (let round = 1; round <= ROUNDS; round += 1) {
    console.log(`Round ${round} of ${ROUNDS}, load ${loadNow()}`)
    // The order changes, so that neither always comes after the other.
    const turns = [
      { place: folder, into: theirs },
      { place: here, into: ours },
    ]
    for (const { place, into } of round % 2 ? turns : turns.toReversed()) into.push(await measure(place))
  }
  for (const key of Object.keys(WHAT) as (keyof NodeFigures)[]) {
    const [now, before] = [ours, theirs].map((all) => figureOf(all.map((one) => one[key])))
    const shown = ({ median, least, most }: typeof now & object) =>
      `${median.toFixed(0)} (${least.toFixed(0)}–${most.toFixed(0)})`
    console.log(
      `${WHAT[key]}: ${shown(now!)}, before ${shown(before!)}, ratio ${(now!.median / before!.median).toFixed(2)}`,
    )
  }
}

async function measure(folder: string): Promise<NodeFigures> {
  const file = path.join(import.meta.dirname, 'peers', 'node.ts')
  const written = await startProcess(file, [folder], { NODE_ENV: 'test' }).output()
  return JSON.parse(written.trim().split('\n').at(-1)!) as NodeFigures
}
