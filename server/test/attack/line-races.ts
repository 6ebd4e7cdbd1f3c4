import type { AddressInfo } from 'node:net'

import { api } from '../../../contract/api.ts'
import { openLineDesk } from '../build/line-desk.ts'
import type { TestApp } from '../run/make-app.ts'

const CALLS = 20
export const LIMIT = 3
export const CAPACITY = 4

type Race = { statuses: number[]; placed: number }

/** One user with room for three lines installs on twenty nodes at once. */
export async function raceLimit(testApp: TestApp): Promise<Race> {
  const desk = openLineDesk(testApp)
  const user = await desk.buildUser({ lineLimit: LIMIT })
  const nodes = []
  for (let index = 0; index < CALLS; index += 1) nodes.push(await desk.buildNode())
  const statuses = await Promise.all(nodes.map((nodeId) => send(testApp, user.token, { nodeId })))
  return { statuses, placed: (await desk.statesOf(user)).length }
}

/** Twenty users install at once on a node that takes four. */
export async function raceCapacity(testApp: TestApp): Promise<Race> {
  const desk = openLineDesk(testApp)
  const nodeId = await desk.buildNode({ capacity: CAPACITY })
  const users = []
  for (let index = 0; index < CALLS; index += 1) users.push(await desk.buildUser())
  const statuses = await Promise.all(users.map(({ token }) => send(testApp, token, { nodeId })))
  const { count } = await testApp.db.kysely
    .selectFrom('lines')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('nodeId', '=', nodeId)
    .where('state', '<>', 'removed')
    .executeTakeFirstOrThrow()
  return { statuses, placed: count }
}

async function send({ app }: TestApp, token: string, body: { nodeId: number }): Promise<number> {
  const { port } = app.server.address() as AddressInfo
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const url = `http://127.0.0.1:${port}${api.lines.install.path}`
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  await answer.arrayBuffer()
  return answer.status
}
