import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

import type { DatabaseMachines } from './database-machines.ts'
import type { Machine } from './network.ts'

type Member = { name: string; role: string; state: string; timeline?: number }

const ASK_MS = 2_000
const LOOK_EVERY_MS = 250
const HEALTHY_MAX_MS = 180_000

/** Patroni's report about all machines, from any machine that answers. */
async function ask({ machines }: DatabaseMachines): Promise<Member[]> {
  const asked = machines.map(async ({ address }) => {
    const answer = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(ASK_MS) })
    return ((await answer.json()) as { members: Member[] }).members
  })
  return Promise.any(asked).catch(() => [])
}

export type Roles = { primary: Machine; next: Machine }

/** Waits until all three run, writers reach the primary, and one replica has every commit. */
export async function waitForAll(cluster: DatabaseMachines): Promise<Roles> {
  const until = performance.now() + HEALTHY_MAX_MS
  for (;;) {
    const members = await ask(cluster)
    const roles = rolesOf(cluster, members)
    if (roles && (await takesWrites(cluster.url))) return roles
    if (performance.now() > until) throw new Error(`The machines do not find together: ${JSON.stringify(members)}`)
    await sleep(LOOK_EVERY_MS)
  }
}

function rolesOf({ machines }: DatabaseMachines, members: Member[]): Roles | null {
  const isUp = members.length === machines.length && members.every(({ state }) => /^(running|streaming)$/.test(state))
  const isOneLine = new Set(members.map(({ timeline }) => timeline)).size === 1
  const named = (role: string) => machines.find(({ name }) => name === members.find((one) => one.role === role)?.name)
  const [primary, next] = [named('leader'), named('sync_standby')]
  return isUp && isOneLine && primary && next ? { primary, next } : null
}

async function takesWrites(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: ASK_MS, query_timeout: ASK_MS })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ writes: boolean }>('select not pg_is_in_recovery() as writes')
    return rows[0]!.writes
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

export async function switchOver(cluster: DatabaseMachines, { primary, next }: Roles): Promise<string> {
  const answer = await fetch(`http://${primary.address}:8008/switchover`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`patroni:${cluster.patroniPassword}`).toString('base64')}` },
    body: JSON.stringify({ leader: primary.name, candidate: next.name }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`Patroni refuses the switchover: ${text}`)
  return text
}
