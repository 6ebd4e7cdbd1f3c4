import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse, stringify } from 'yaml'

import { buildWatchedNode } from '../test/build/build-monitor.ts'
import { makeApp } from '../test/run/make-app.ts'
import { findProgram } from '../test/run/requires.ts'
import { makeThrowawayDir } from '../test/run/throwaway-dir.ts'

const TOKEN = 'm'.repeat(40)
const made = await makeApp({ METRICS_TOKEN: TOKEN })
const { inject, db } = made
const doc = (name: string) => readFileSync(path.join(import.meta.dirname, '../..', name), 'utf8')
const read = async () => (await inject('/metrics')).body

test('docs/metrics.md lists exactly what is exported', async () => {
  await inject('/healthz')
  const exported = [...(await read()).matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name)
  const everywhere = (name = '') => process.platform === 'linux' || !name.startsWith('yuxian_process_')
  const listed = [...doc('docs/metrics.md').matchAll(/^\| `(yuxian_\w+)`/gm)].map(([, name]) => name).filter(everywhere)
  expect(listed.toSorted()).toEqual(exported.toSorted())
})

test('the dashboard queries nothing that is not exported', () => {
  const listed = new Set([...doc('docs/metrics.md').matchAll(/^\| `(yuxian_\w+)`/gm)].map(([, name]) => name))
  const asked = [...doc('deploy/grafana-dashboard.json').matchAll(/yuxian_\w+/g)].map(([name]) =>
    name.replace(/(_seconds)_(bucket|sum|count)$/, '$1'),
  )
  expect(asked.length).toBeGreaterThan(10)
  expect(asked.filter((name) => !listed.has(name))).toEqual([])
})

type Rule = { alert: string; expr: string; for?: string; labels: object; annotations: object }
type Rules = { groups: { name: string; rules: Rule[] }[] }
const RULES = 'deploy/prometheus-rules.yaml'

test('the alert rules have Prometheus’ format and query nothing that is not exported', () => {
  const { groups } = parse(doc(RULES)) as Rules
  expect(new Set(groups.map(({ name }) => name)).size).toBe(groups.length)
  const rules = groups.flatMap((group) => group.rules)
  expect(rules.length).toBeGreaterThan(15)
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  for (const rule of rules) {
    expect(rule, rule.alert).toEqual({
      alert: expect.stringMatching(/^Yuxian[A-Z][A-Za-z]+$/),
      expr: expect.stringMatching(/\S/),
      ...(rule.for === undefined ? {} : { for: expect.stringMatching(/^\d+[smh]$/) }),
      labels: { severity: expect.stringMatching(/^(warning|critical)$/) },
      annotations: { summary: expect.stringMatching(/\S/), description: expect.stringMatching(/\S/) },
    })
  }
  const listed = new Set([...doc('docs/metrics.md').matchAll(/^\| `(yuxian_\w+)`/gm)].map(([, name]) => name))
  const asked = rules.flatMap(({ expr }) =>
    [...expr.matchAll(/yuxian_\w+/g)].map(([name]) => name.replace(/(_seconds)_(bucket|sum|count)$/, '$1')),
  )
  expect(asked.filter((name) => !listed.has(name))).toEqual([])
})

// Prometheus is not a package of ours, not even for tests: installing it would start a service on the machine.
const promtool = findProgram('promtool')
if (!promtool) console.warn('promtool: not installed, so its own judgement of the alert rules was not asked.')

test.skipIf(!promtool)('promtool accepts the rules, and they fire when they should and not before', async () => {
  const folder = await makeThrowawayDir()
  onTestFinished(() => folder.remove())
  const rules = path.join(import.meta.dirname, '../..', RULES)
  execFileSync(promtool!, ['check', 'rules', rules])
  const at = (eval_time: string, alert: string, isFiring: boolean) => ({
    eval_time,
    expr: `count(ALERTS{alertname="${alert}",alertstate="firing"})`,
    exp_samples: isFiring ? [{ labels: '{}', value: 1 }] : [],
  })
  const requests = (status: string) => `yuxian_http_requests_total{instance="a",status="${status}"}`
  const trial = {
    rule_files: [rules],
    evaluation_interval: '30s',
    tests: [
      {
        interval: '30s',
        input_series: [
          { series: 'yuxian_ready{instance="a"}', values: '1x3 0x10' },
          { series: 'yuxian_backup_timestamp_seconds{instance="a"}', values: '0x3300' },
          { series: requests('200'), values: '0+90x40' },
          { series: requests('503'), values: '0+10x40' },
          { series: 'yuxian_maintenance{instance="a"}', values: '1x24 0x20' },
        ],
        promql_expr_test: [
          at('1m', 'YuxianNotReady', false),
          at('3m', 'YuxianNotReady', true),
          at('25h', 'YuxianBackupOld', false),
          at('27h', 'YuxianBackupOld', true),
          // The same refusals, with the maintenance switch on and off.
          at('11m', 'YuxianErrors', false),
          at('19m', 'YuxianErrors', true),
        ],
      },
    ],
  }
  const file = path.join(folder.path, 'trial.yaml')
  writeFileSync(file, stringify(trial))
  execFileSync(promtool!, ['test', 'rules', file])
})

test('the figures equal the monitor’s, and unknown ones are left out', async () => {
  await buildWatchedNode(made, { name: 'Measured' })
  const text = await read()
  expect(text).not.toMatch(/^yuxian_books_problems /m)
  expect(text).toMatch(/^yuxian_node_up\{node="Measured",region="JP"\} 1$/m)
  expect(text).toMatch(/^yuxian_node_cpu_percent\{node="Measured",region="JP"\} 12$/m)
  expect(text).toMatch(/^yuxian_nodes\{state="up"\} 1$/m)
  await db.kysely.updateTable('nodes').set({ removedAt: new Date() }).execute()
  expect(await read()).not.toContain('Measured')
})

test('metrics are open to this machine and to holders of the token', async () => {
  const ask = async (options: { remoteAddress?: string; headers?: Record<string, string> }) =>
    (await inject({ url: '/metrics', ...options })).statusCode
  expect(await ask({})).toBe(200)
  expect(await ask({ remoteAddress: '192.0.2.1' })).toBe(403)
  expect(await ask({ remoteAddress: '192.0.2.1', headers: { authorization: 'Bearer wrong' } })).toBe(403)
  expect(await ask({ remoteAddress: '192.0.2.1', headers: { authorization: `Bearer ${TOKEN}` } })).toBe(200)
  // A proxy on this machine brings visitors from everywhere.
  expect(await ask({ headers: { 'x-forwarded-for': '192.0.2.1' } })).toBe(403)
  const { inject: without } = await makeApp()
  const anyone = { url: '/metrics', remoteAddress: '192.0.2.1' }
  for (const authorization of ['', 'Bearer ', 'Bearer null']) {
    expect((await without({ ...anyone, headers: { authorization } })).statusCode).toBe(403)
  }
})

test('reports ready only when the database is there, writable and of this release', async () => {
  const ready = async () => {
    const { statusCode, body } = await inject('/readyz')
    return [statusCode, body]
  }
  await expect.poll(ready).toEqual([200, 'ready'])
  await db.pool.query(`update schema_migrations set checksum = 'x' || checksum where version = 7`)
  // An answer is kept for a second: frequent calls must not burden the database.
  await expect.poll(ready).toEqual([503, 'database not migrated'])
  await db.pool.query(`update schema_migrations set checksum = substr(checksum, 2) where version = 7`)
  // The next release's processes start one by one, and the first one migrates.
  await db.pool.query(`insert into schema_migrations (version, name, checksum) values (9999, '9999-next.sql', 'x')`)
  await expect.poll(ready).toEqual([200, 'ready'])
  const { rows } = await db.pool.query<{ name: string }>('select current_database() as name')
  await db.pool.query(`alter database ${rows[0]!.name} set default_transaction_read_only = on`)
  const second = await makeApp({ DATABASE_URL: made.config.databaseUrl! })
  const answer = await second.inject('/readyz')
  expect([answer.statusCode, answer.body]).toEqual([503, 'database read-only'])
  const gone = await makeApp({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
  const away = await gone.inject('/readyz')
  expect([away.statusCode, away.body]).toEqual([503, 'database unavailable'])
  // The figures of the process itself are still there.
  expect((await gone.inject('/metrics')).body).toContain('yuxian_process_cpu_seconds_total')
})
