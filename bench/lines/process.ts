import path from 'node:path'

import { startServer } from '../../server/test/run/server-process.ts'
import { memoryOf } from '../run/figures.ts'
import { applyLoad } from '../run/load.ts'
import { infoRequests } from './calls.ts'
import type { Line } from './line.ts'

const memory = { unit: 'MB', more: false, against: 'bare Fastify and driver' }

export const processLines: Line[] = [
  {
    ...memory,
    name: 'Memory of the server, idle after its start',
    reach: { value: 160 },
    why: 'The code of all domains and their schemas, compiled at the start.',
    measure: ({ idleMb }) => Promise.resolve({ ours: idleMb.ours, against: idleMb.bare }),
  },
  {
    ...memory,
    name: 'Memory of the server, after a load of 64 connections',
    reach: { value: 260 },
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
