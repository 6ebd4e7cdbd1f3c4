import fc from 'fast-check'
import type { LightMyRequestResponse } from 'fastify'

import type { Route } from '../../contract/route.ts'
import { agentRoutes, consoleRoutes, routes } from '../../server/calls.ts'
import { checkBooks } from '../../server/domains/books/check-books.ts'
import { hostileBodies } from '../../server/test/attack/hostile-bodies.ts'
import { isOffice, openHostileDesk, queryOf } from '../../server/test/attack/hostile-desk.ts'
import { enrolAgent } from '../../server/test/outside/test-agent.ts'
import { endFile } from '../../server/test/run/endings.ts'
import { makeCashierApp, type CashierApp } from '../../server/test/run/make-cashier-app.ts'
import { inParallel } from './pay-world.ts'
import { growthOf } from './pictures.ts'

/** So many bodies, made from the routes' schemas, in turns of `perTurn` for each route. */
export type Size = { calls: number; perTurn: number }
export type Figures = {
  seconds: number
  calls: number
  routes: number
  statuses: Record<string, number>
  faults: string[]
  /** What objects hold after each turn of all routes, collected before it is measured; empty where that cannot be. */
  heldMb: number[]
  bookProblems: string[]
}

const AT_ONCE = 8
const FAULTS_TOLD = 5
/** A hundred bytes kept of each of the half million calls between the middles of both halves would be 48 MB. */
const LEAK_MAX_MB = 30
const everyRoute: Route[] = [...routes, ...agentRoutes, ...consoleRoutes].map(({ route }) => route)

export async function sendHostile(databaseUrl: string, size: Size): Promise<Figures> {
  const made = await makeCashierApp({ DATABASE_URL: databaseUrl, LOG_LEVEL: 'error' })
  try {
    return await sendTo(made, everyRoute, size)
  } finally {
    await endFile()
  }
}

/** To each route in turn, as the caller that it is for. */
export async function sendTo(made: CashierApp, to: readonly Route[], { calls, perTurn }: Size): Promise<Figures> {
  const startedAt = performance.now()
  const desk = await openHostileDesk(made)
  const figures: Figures = {
    seconds: 0,
    calls: 0,
    routes: to.length,
    statuses: {},
    faults: [],
    heldMb: [],
    bookProblems: [],
  }
  while (figures.calls < calls) {
    const office = await desk.buildUser()
    for (const route of to) {
      const count = Math.min(perTurn, calls - figures.calls)
      if (count <= 0) break
      const user = isOffice(route) ? office : await desk.buildUser()
      const send =
        route.access === 'node' ? await asNode(made, user.nodeId) : await desk.makeSender(user.account, route)
      const bodies = fc.sample(hostileBodies(route.input, user.known), count)
      await inParallel(bodies, AT_ONCE, async (body) => {
        const answer = await send(route, route.method === 'GET' ? queryOf(body) : JSON.stringify(body))
        note(figures, route, answer, body, desk.whyOf)
      })
      made.logged.length = 0
    }
    // Limits by address are not tried here.
    await made.db.pool.query('truncate rate_limits')
    globalThis.gc?.()
    if (globalThis.gc) figures.heldMb.push(process.memoryUsage().heapUsed / 2 ** 20)
  }
  figures.seconds = (performance.now() - startedAt) / 1000
  figures.bookProblems = (await checkBooks(made.db)).problems
  return figures
}

/** Signs what it sends, so that it is looked at. */
async function asNode(made: CashierApp, nodeId: number) {
  const agent = await enrolAgent(made, nodeId)
  return async (route: Route, payload: string) => {
    const sent = route.method === 'GET' ? Object.fromEntries(new URLSearchParams(payload)) : JSON.parse(payload)
    const { status, text } = await agent.ask(route, sent as never)
    return { statusCode: status, body: text }
  }
}

type Heard = Pick<LightMyRequestResponse, 'statusCode' | 'body'>

function note(figures: Figures, route: Route, answer: Heard, body: unknown, whyOf: (heard: Heard) => string): void {
  figures.calls += 1
  figures.statuses[answer.statusCode] = (figures.statuses[answer.statusCode] ?? 0) + 1
  if (answer.statusCode < 500 || figures.faults.length >= FAULTS_TOLD) return
  figures.faults.push(`${route.path} ${JSON.stringify(body)?.slice(0, 400)}: ${answer.statusCode} ${whyOf(answer)}`)
}

export function findProblems({ calls, statuses, faults, heldMb, bookProblems }: Figures, size: Size): string[] {
  const failed = Object.entries(statuses).reduce((sum, [status, count]) => sum + (Number(status) >= 500 ? count : 0), 0)
  const grew = heldMb.length > 3 ? growthOf(heldMb) : 0
  return [
    ...(calls === size.calls ? [] : [`${calls} of ${size.calls} calls were answered`]),
    ...(failed === 0 ? [] : [`${failed} answers of 5xx: ${faults.join(', ')}`]),
    ...(statuses['200']! > 0 && statuses['400']! > 0 ? [] : ['hardly anything got past the first check']),
    ...(grew < LEAK_MAX_MB ? [] : [`held memory grew by ${grew.toFixed(1)} MB: ${heldMb.map(Math.round).join(' ')}`]),
    ...bookProblems,
  ]
}
