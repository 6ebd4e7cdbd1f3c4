import { randomUUID } from 'node:crypto'

import { feedRequest, infoRequests, loginRequests } from '../../bench/lines/calls.ts'
import { makePurchases } from '../../bench/lines/money.ts'
import { asked, call } from '../../bench/run/call.ts'
import { loadNow, memoryOf } from '../../bench/run/figures.ts'
import { applyLoad, type Measured, type Wanted } from '../../bench/run/load.ts'
import { withWorld, type World } from '../../bench/world.ts'
import { api } from '../../contract/api.ts'
import { consoleApi } from '../../contract/console/api.ts'
import { buildSession } from '../../server/test/build/build-session.ts'
import { buildStaff } from '../../server/test/build/build-staff.ts'
import { buildAccount } from '../../server/test/build/factories.ts'
import { buildSubscriber, buildTrafficLine, buildTrafficNode } from '../../server/test/build/traffic-factories.ts'
import { openReader, signInMonitor } from './streams.ts'

/** What users, nodes, staff and monitors send in `seconds`, so many a second, whatever the answers take. */
export type Size = { seconds: number; rate: number; connections: number; streams: number }
export type Figures = Measured & {
  memoryMb: number[]
  loadBefore: string
  streams: { open: number; ended: number; snapshots: number }
  purchases: number
}

/** Out of a hundred requests; two more are a purchase and the payment of a top-up, each once. */
const MIX = { signIn: 2, info: 38, nodes: 20, feed: 12, page: 10, search: 6, tickets: 5, push: 5 }
const SAMPLE_MS = 5_000
/** No account may begin more than 30 payments in ten minutes. */
const PAYMENTS_EACH = 20
/** The generator warms up for half of the time before it counts. */
const WHOLE = 1.5
const P99_MAX_MS = 250
const GROWTH_MAX = 1.15

export function loadMixed(size: Size): Promise<Figures> {
  const count = Math.ceil((size.rate * size.seconds * WHOLE) / 100)
  return withWorld({ seconds: size.seconds, count }, async (world) => {
    const token = await signInMonitor(world.db, world.config, world.server.url)
    const requests = await mix(world)
    const purchases = await makePurchases(world, RESELLERS, count)
    const topUps = await makeTopUps(world, count)
    const once = { every: 50, requests: purchases.flatMap((one, at) => [one, topUps[at]!]) }
    const readers = await Promise.all(Array.from({ length: size.streams }, () => openReader(world.server.url, token)))
    const memoryMb: number[] = []
    const sampling = setInterval(() => void memoryMb.push(memoryOf(world.server.pid)), SAMPLE_MS)
    const loadBefore = loadNow()
    const { seconds, rate, connections } = size
    try {
      const measured = await applyLoad(world.server.url, { seconds, rate, connections, requests, once })
      const { rows } = await world.db.pool.query<{ count: number }>(
        `select count(*)::integer as count from orders where state = 'paid'`,
      )
      const ended = readers.filter(({ isEnded }) => isEnded).length
      const snapshots = readers.reduce((sum, reader) => sum + reader.snapshots, 0)
      const streams = { open: readers.length, ended, snapshots }
      return { ...measured, memoryMb, loadBefore, streams, purchases: rows[0]!.count }
    } finally {
      clearInterval(sampling)
      for (const { answer } of readers) answer.destroy()
    }
  })
}

const RESELLERS = Array.from({ length: 16 }, (_, at) => 3001 + at)

async function mix(world: World): Promise<Wanted[]> {
  const [info, signIns, feed] = await Promise.all([infoRequests(world), loginRequests(world), feedRequest(world)])
  const tokenOf = ({ headers }: Wanted) => headers!['authorization']!.replace('Bearer ', '')
  const page = { method: 'GET', path: '/login?app_key=yx_0', headers: { 'accept-encoding': 'gzip' } }
  const pushes = await makePushes(world)
  const { headers } = await buildStaff({ ...world, app: null as never }, { resellerId: null, withTotp: true })
  const search = (at: number): Wanted => {
    const { method, path } = asked(consoleApi.users.list, { search: `user${at % 64}` })
    return { method, path: `${path}&reseller=0`, headers }
  }
  return info.flatMap((one, at) => {
    const lists: Record<keyof typeof MIX, Wanted> = {
      signIn: signIns[at % signIns.length]!,
      info: one,
      nodes: asked(api.lines.nodes, {}, tokenOf(one)),
      feed,
      page,
      search: search(at),
      tickets: asked(api.tickets.list, {}, tokenOf(one)),
      push: pushes[at % pushes.length]!,
    }
    const hundred = Object.entries(MIX).flatMap(([kind, count]) =>
      Array.from({ length: count }, (_, nth) => [nth / count, lists[kind as keyof typeof MIX]] as const),
    )
    // Of each kind some in every part of the hundred.
    return hundred.toSorted(([a], [b]) => a - b).map(([, wanted]) => wanted)
  })
}

async function makePushes({ db, config }: World): Promise<Wanted[]> {
  const pushes: Wanted[] = []
  for (let made = 0; made < 8; made += 1) {
    const token = randomUUID()
    const nodeId = await buildTrafficNode(db, { uniproxyToken: token, speedMbps: 100_000 })
    const numbers: number[] = []
    for (let line = 0; line < 8; line += 1) {
      const secretKey = config.secretKey
      numbers.push(await buildTrafficLine(db, await buildSubscriber(db), nodeId, { secretKey }))
    }
    const body = `{${numbers.map((number) => `"${number}":[%NUMBER%,%NUMBER%]`).join()}}`
    const path = `/api/v1/server/UniProxy/push?node_id=${nodeId}&node_type=vless&token=${token}`
    pushes.push({ method: 'POST', path, body })
  }
  return pushes
}

async function makeTopUps(world: World, count: number): Promise<Wanted[]> {
  const [way] = await call(world, api.payments.payTypes, { paytype: 'user', dailiKey: 0 })
  const tokens: string[] = []
  for (let made = 0; made < Math.ceil(count / PAYMENTS_EACH); made += 1) {
    tokens.push(await buildSession(world.db, await buildAccount(world.db, { resellerId: 0 })))
  }
  const wish = { type: 'user', amountFen: 1_000, payType: way!.id, device: 'qr', key: '%UUID%' } as const
  return Array.from({ length: count }, (_, at) => asked(api.payments.pay, wish, tokens[at % tokens.length]!))
}

/** Times count at full size only: on a busy machine they mean nothing. */
export function findProblems(figures: Figures, size: Size, isTimed: boolean): string[] {
  const { bad, firstBad, p99Ms, perSecond, streams, purchases } = figures
  const problems: [boolean, string][] = [
    [bad > 0, `${bad} were refused: ${firstBad}`],
    [figures.done === 0, 'nothing was answered'],
    [purchases === 0, 'nothing was bought'],
    [streams.ended > 0, `${streams.ended} streams ended by themselves`],
    [streams.snapshots === 0, 'no stream got figures'],
    [isTimed && perSecond < size.rate * 0.99, `only ${perSecond.toFixed(0)} a second were answered`],
    [isTimed && p99Ms >= P99_MAX_MS, `99 of 100 took ${p99Ms.toFixed(0)} ms`],
    [isTimed && growthOf(figures) > GROWTH_MAX, `memory grew by ${growthOf(figures).toFixed(2)}`],
  ]
  return problems.filter(([isWrong]) => isWrong).map(([, text]) => text)
}

/** From when it is warm to the end. */
function growthOf({ memoryMb }: Figures): number {
  const mean = (part: number[]) => part.reduce((sum, mb) => sum + mb, 0) / part.length
  const tenth = Math.ceil(memoryMb.length / 10)
  const warm = Math.floor(memoryMb.length / 3)
  return mean(memoryMb.slice(-tenth)) / mean(memoryMb.slice(warm, warm + tenth))
}
