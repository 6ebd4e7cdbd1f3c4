import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Static } from 'typebox'

import { makeBell } from '../../agent/bell.ts'
import { openPortal } from '../../agent/portal.ts'
import { repeat } from '../../agent/repeat.ts'
import { defaultIntervals } from '../../agent/settings.ts'
import { nodeApi } from '../../contract/node-api.ts'
import { issueEnrolToken } from '../../server/domains/nodes/operator.ts'
import { createDb, type Db } from '../../server/platform/db/db.ts'
import { buildWatchedNode } from '../../server/test/build/build-monitor.ts'
import { startMailServer } from '../../server/test/outside/mail-server.ts'
import { stateReport } from '../../server/test/outside/test-agent.ts'
import { makeDataDir, removeDataDir, startServer } from '../../server/test/run/server-process.ts'
import { waitUntil } from '../../server/test/run/wait-until.ts'
import { freePort } from '../../test/free-port.ts'
import { withDatabase } from './throwaway-server.ts'

const AGENTS = 50
const WARM_UP_MS = 15_000
/** Longer than the longest pause of an agent, so that all of them are in it. */
const AWAY_MS = 51_000
/** An agent's longest pause, the time without a word that counts as silence, and the mail's way. */
const SETTLED_MS = 60_000

/** Agents poll a server as theirs do, it is stopped for a while and started: who is told of what. */
export async function proveRestart(): Promise<boolean> {
  console.log(`  ${AGENTS} agents that poll, and a server that is away for ${AWAY_MS / 1000} s, twice:`)
  return withDatabase(restartTwice, 'production')
}

async function restartTwice(databaseUrl: string): Promise<boolean> {
  const [mailbox, dataDir, port] = [await startMailServer(), makeDataDir(), await freePort()]
  const own = { MODE: 'production', TRUST_PROXY: '1', PUBLIC_URL: 'https://portal.example', DATABASE_URL: databaseUrl }
  const mail = { SMTP_URL: mailbox.url, ALERT_MAIL_TO: 'oncall@ops.example', ALERT_LANGUAGE: 'en' }
  const env = { ...own, ...mail, SECRET_KEY: randomBytes(32).toString('hex') }
  const start = () => startServer({ dataDir, port, env })
  let server = await start()
  const db = createDb({ url: databaseUrl, poolSize: 2, applicationName: 'yuxian-proof' })
  const agents: Agent[] = []
  const told = async () => {
    const { rows } = await db.pool.query<{ kind: string; subject: string }>('select kind, subject from alerts')
    return `alerts: ${rows.map(({ kind, subject }) => `${kind} of ${subject}`).join(', ') || 0}; mails: ${mailbox.received.length}`
  }
  const restart = async () => {
    await server.stop()
    await sleep(AWAY_MS)
    server = await start()
    await sleep(SETTLED_MS)
    const [line] = /the watch is back after \d+ s/.exec(server.output()) ?? ['no line says that the watch is back']
    return `${await told()}; ${line}`
  }
  try {
    for (let number = 0; number < AGENTS; number += 1) agents.push(await startAgent(db, server.url))
    await waitUntil(async () => (await seenNodes(db)) === AGENTS, 'every agent to be heard')
    await sleep(WARM_UP_MS)
    const quiet = await restart()
    console.log(`  all agents poll on: ${quiet}`)
    const dead = agents.pop()!
    await dead.stop()
    const silent = await restart()
    console.log(`  one of them is gone: ${silent}`)
    const isQuiet = quiet.startsWith('alerts: 0; mails: 0; the watch is back')
    return isQuiet && silent.startsWith(`alerts: node.silent of node:${dead.id}; mails: 1; the watch is back`)
  } finally {
    for (const agent of agents) await agent.stop()
    await server.stop()
    await db.close()
    await mailbox.close()
    removeDataDir(dataDir)
  }
}

type Agent = { id: number; stop(): Promise<void> }

/** A node that is enrolled over the wire, and the loop by which our agent reports. */
async function startAgent(db: Db, server: string): Promise<Agent> {
  const id = await buildWatchedNode({ db }, { seenAt: null })
  const { token } = await issueEnrolToken({ db, now: new Date() }, id, 'operator:proof')
  // Each machine has an address of its own, and one address may not enrol so many.
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': `10.0.0.${id % 250}` }
  const body = JSON.stringify({ token, agentVersion: 'proof' })
  const answer = await fetch(server + nodeApi.enrol.path, { method: 'POST', headers, body })
  const { data } = (await answer.json()) as { data: Static<typeof nodeApi.enrol.output> }
  const { secret, epoch } = data
  const portal = openPortal(server, { nodeId: id, secret, epoch })
  const end = new AbortController()
  const bell = makeBell()
  const { stateMs: untilNextMs, retryMs } = defaultIntervals
  const work = async () => void (await portal.state(stateReport(), end.signal))
  const ended = repeat(work, { bell, untilNextMs, retryMs, onFailure: () => {}, signal: end.signal })
  return {
    id,
    async stop() {
      end.abort()
      bell.ring()
      await ended
    },
  }
}

async function seenNodes(db: Db): Promise<number> {
  const { rows } = await db.pool.query<{ count: string }>('select count(*) from node_states where seen_at is not null')
  return Number(rows[0]!.count)
}
