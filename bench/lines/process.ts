import path from 'node:path'

import { startServer, type ServerProcess } from '../../server/test/run/server-process.ts'
import { memoryOf } from '../run/figures.ts'
import { applyLoad } from '../run/load.ts'
import type { World } from '../world.ts'
import { infoRequests } from './calls.ts'
import type { Line } from './line.ts'

const memory = { unit: 'MB', more: false, against: 'bare Fastify and driver' }

export const processLines: Line[] = [
  {
    name: 'POST /api/user/info, WORKERS=2',
    unit: '/s',
    more: true,
    against: 'WORKERS=1',
    reach: {},
    why: '',
    async measure(world) {
      const { seconds, server } = world
      const two = await world.once('workers', () => startTwo(world))
      const load = { connections: 64, seconds, requests: await infoRequests(world) }
      const ours = (await applyLoad(two.url, load)).perSecond
      return { ours, against: (await applyLoad(server.url, load)).perSecond }
    },
  },
  {
    ...memory,
    name: 'Memory of the server, idle after its start',
    reach: { value: 160 },
    why: 'The code of all domains. 67 MB of it are pages of the program node itself, which all its processes share.',
    measure: ({ idleMb }) => Promise.resolve({ ours: idleMb.ours, against: idleMb.bare }),
  },
  {
    ...memory,
    name: 'Memory of the server, after a load of 64 connections',
    reach: { value: 240 },
    why: 'The same, and what the collector has not yet given back.',
    async measure(world) {
      const { seconds, server, bare } = world
      await applyLoad(server.url, { connections: 64, seconds, requests: await infoRequests(world) })
      return { ours: memoryOf(server.pid), against: memoryOf(bare.pid) }
    },
  },
  {
    name: 'Start with a made database, until it answers',
    unit: 'ms',
    more: false,
    against: 'first start, which makes the database',
    reach: { ratio: 0.5 },
    why: '',
    async measure({ folder }) {
      const dataDir = path.join(folder, `start-${Date.now()}`)
      const start = async () => {
        const startedAt = performance.now()
        const server = await startServer({ dataDir })
        const took = performance.now() - startedAt
        await server.stop()
        return took
      }
      const against = await start()
      return { ours: await start(), against }
    },
  },
]

/** Starts a second server beside the first, on the same database. */
async function startTwo({ env, folder, onEnd }: World): Promise<ServerProcess> {
  const server = await startServer({ dataDir: path.join(folder, 'two'), env: { ...env, WORKERS: '2' } })
  onEnd(() => server.stop())
  return server
}
