import { expect, test } from 'vitest'

import { AGENT_PAUSE_MAX_MS } from '../../../../contract/node-api.ts'
import { clock } from '../../../platform/clock.ts'
import { createLog } from '../../../platform/log.ts'
import { buildWatchedNode, hearNode } from '../../../test/build/build-monitor.ts'
import { openMailbox } from '../../../test/outside/mailbox.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { mailAlerts } from '../tell-alerts/mail-alerts.ts'
import { makeRounds } from './start-watch.ts'

const mailbox = await openMailbox()
const made = await makeApp({ SMTP_URL: mailbox.url, ALERT_MAIL_TO: 'oncall@ops.example', ALERT_LANGUAGE: 'en' })
const { db, config, app } = made
const [STATE_MS, RETRY_MS] = [5_000, 1_000]
const lines: string[] = []
const log = createLog('info', { write: (line) => void lines.push(line) })

type Agent = { id: number; dueMs: number; pauseMs: number }
const agents: Agent[] = []
let nowMs = 0

/** Every agent whose turn it is calls the server as `agent/repeat.ts` does. */
async function callAll(isServing: boolean): Promise<void> {
  for (const agent of agents.filter(({ dueMs }) => dueMs <= nowMs)) {
    if (isServing) await hearNode({ db }, agent.id, clock.now())
    agent.pauseMs = isServing ? 0 : Math.min(Math.max(RETRY_MS, agent.pauseMs * 2), AGENT_PAUSE_MAX_MS)
    agent.dueMs = nowMs + Math.max(STATE_MS, agent.pauseMs)
  }
}

async function pass(seconds: number, watch: (() => Promise<void>) | null): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    clock.shift(1000)
    nowMs += 1000
    await callAll(watch !== null)
    await watch?.()
  }
}

const alerts = () => db.kysely.selectFrom('alerts').select(['kind', 'subject', 'resolvedAt']).execute()
/** Each alert has added this job, which no runner does here. */
const mailNow = () => mailAlerts({ db, config, log: app.log as never, now: clock.now(), isLastAttempt: false })

test('a restart under fifty polling agents alerts and mails nobody, and a silent node is told once', async () => {
  for (let n = 0; n < 50; n += 1) agents.push({ id: await buildWatchedNode(made), dueMs: n * 100, pauseMs: 0 })
  await pass(10, makeRounds({ db, config, log }))
  expect(lines.join('')).not.toContain('back after')

  await pass(51, null)
  expect(agents.map(({ pauseMs }) => pauseMs)).toContain(AGENT_PAUSE_MAX_MS)
  const after = makeRounds({ db, config, log })
  await pass(60, after)
  await mailNow()
  expect([await alerts(), mailbox.received]).toEqual([[], []])
  expect(lines.filter((line) => line.includes('back after 52 s'))).toHaveLength(1)

  const [dead] = agents.splice(7, 1)
  await pass(30, after)
  await mailNow()
  expect(await alerts()).toEqual([{ kind: 'node.silent', subject: `node:${dead!.id}`, resolvedAt: null }])
  expect(mailbox.received).toHaveLength(1)
  clock.reset()
})
