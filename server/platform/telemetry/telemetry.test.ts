import { randomBytes, randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { buildAccount } from '../../test/build/factories.ts'
import { startCollector, type CollectedSpan } from '../../test/outside/collector.ts'
import { createTestDatabase } from '../../test/run/database.ts'
import { createDb } from '../db/db.ts'
import { createLog } from '../log.ts'
import { startTelemetry } from './open-telemetry.ts'

async function openCollector() {
  const collector = await startCollector()
  onTestFinished(collector.close)
  return collector
}

async function startApp(endpoint: string) {
  const { url } = await createTestDatabase()
  const config = readConfig({
    DATABASE_URL: url,
    SECRET_KEY: randomBytes(32).toString('hex'),
    LOG_LEVEL: 'info',
    OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=k=1,x-other=2',
  })
  const telemetry = startTelemetry(config.telemetry!)
  const logged: string[] = []
  const db = createDb({ url, poolSize: 4, telemetry })
  const log = createLog('info', { write: (line) => void logged.push(line) })
  const app = await buildApp({ config, db, log, telemetry, patienceMs: 30_000 })
  onTestFinished(async () => {
    await app.close()
    await telemetry.stop()
    await db.close()
  })
  const signIn = async (reqId: string) => {
    const account = await buildAccount(db)
    const payload = { userName: account.userName, passWord: account.password, dailiKey: account.resellerId }
    const headers = { 'x-request-id': reqId }
    const answer = await app.inject({ method: 'POST', url: api.sessions.login.path, headers, payload })
    return { statusCode: answer.statusCode, secrets: [account.password, account.userName] }
  }
  return { app, db, telemetry, logged, signIn }
}

const attribute = ({ attributes }: CollectedSpan, name: string) => attributes.find(({ key }) => key === name)?.value

test('follows a call from the browser’s id to each statement, and reveals no value', async () => {
  const collector = await openCollector()
  const { telemetry, signIn, logged } = await startApp(collector.url)
  const id = randomUUID()
  const { statusCode, secrets } = await signIn(id)
  expect(statusCode).toBe(200)
  await telemetry.stop()
  const call = collector.spans().find((span) => attribute(span, 'yuxian.reqId')?.stringValue === id)!
  expect(call.name).toBe(api.sessions.login.path)
  expect(attribute(call, 'http.response.status_code')?.intValue).toBe(200)
  const statements = collector.spans().filter(({ parentSpanId }) => parentSpanId === call.spanId)
  expect(statements.length).toBeGreaterThan(1)
  for (const { traceId } of statements) expect(traceId).toBe(call.traceId)
  for (const secret of secrets) expect(collector.text()).not.toContain(secret)
  expect(logged.filter((line) => line.includes(id)).join('')).toContain(api.sessions.login.path)
  expect(new Set(collector.keys)).toEqual(new Set(['k=1']))
})

test('ignores an id that is not a uuid: it reaches neither log nor spans', async () => {
  const collector = await openCollector()
  const { telemetry, signIn, logged } = await startApp(collector.url)
  await signIn('"}, forged')
  await telemetry.stop()
  expect(logged.join('') + collector.text()).not.toContain('forged')
  expect(collector.spans().some((span) => span.name === api.sessions.login.path)).toBe(true)
})

test('sends the figures of /metrics under the same names', async () => {
  const collector = await openCollector()
  const { app, telemetry } = await startApp(collector.url)
  await app.inject('/healthz')
  const shown = [...(await app.inject('/metrics')).body.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name!)
  await telemetry.stop()
  expect(
    collector
      .metrics()
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(shown.toSorted())
  const times = collector.metrics().find(({ name }) => name === 'yuxian_http_request_seconds')!.histogram!.dataPoints
  expect(times.length).toBeGreaterThan(0)
  for (const { count, bucketCounts } of times) {
    expect(bucketCounts.reduce((sum, each) => sum + Number(each), 0)).toBe(Number(count))
  }
})

test('answers calls as usual without a collector', async () => {
  const { signIn } = await startApp('http://127.0.0.1:9')
  expect((await signIn(randomUUID())).statusCode).toBe(200)
})

test('no other file loads the library, and it is loaded only when set', () => {
  const root = path.join(import.meta.dirname, '../../..')
  const sources = globSync('{server,contract,agent,cashier}/**/*.ts', { cwd: root }).filter(
    (name) => !name.endsWith('.test.ts'),
  )
  const naming = (pattern: RegExp) =>
    sources.filter((name) => pattern.test(readFileSync(path.join(root, name), 'utf8')))
  expect(naming(/from '@opentelemetry\//).toSorted()).toEqual([
    'server/platform/telemetry/metric-data.ts',
    'server/platform/telemetry/open-telemetry.ts',
  ])
  expect(naming(/from '.*\/metric-data\.ts'/)).toEqual(['server/platform/telemetry/open-telemetry.ts'])
  expect(naming(/from '.*\/open-telemetry\.ts'/)).toEqual([])
  expect(naming(/import\('.*\/open-telemetry\.ts'\)/)).toEqual(['server/process/serve.ts'])
})
