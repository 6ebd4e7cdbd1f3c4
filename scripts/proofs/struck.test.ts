import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

import { findLeaks } from './leaks.ts'
import { findLosses, type Judged } from './struck-payments.ts'
import { clockOff, killPostgres } from './struck.ts'
import { withDatabase } from './throwaway-server.ts'

test('PostgreSQL killed in the middle of payments: nothing acknowledged is lost', async () => {
  const figures = await withDatabase((url, folder) => killPostgres(url, folder, 1))
  expect(findLosses(figures)).toEqual([])
  expect(figures.found.backMs).toHaveLength(1)
})

test('a process can be told another day', async () => {
  const env = { ...process.env, ...clockOff(86_400_000) }
  const script = 'console.log(Date.now(), new Date().getTime(), new Date(5).getTime(), new Date() instanceof Date)'
  const [now, made, given] = execFileSync(process.execPath, ['-e', script], { env, encoding: 'utf8' })
    .split(' ')
    .map(Number)
  const tomorrow = Date.now() + 86_400_000
  expect(Math.abs(now! - tomorrow)).toBeLessThan(60_000)
  expect([made! - now! < 1_000, given]).toEqual([true, 5])
})

test('whatever is lost, doubled or answered wrongly is reported', () => {
  const good: Judged = {
    answers: {
      done: 2,
      '503': 1,
    },
    acked: 2,
    failed: [],
    ackedButUnpaid: 0,
    bookProblems: [],
    truth: {
      paid: 2,
      paidFen: 5,
    },
    ours: {
      paid: 2,
      paidFen: 5,
      creditedFen: 5,
    },
  }
  expect(findLosses(good)).toEqual([])
  const wrong: Partial<Judged>[] = [
    { acked: 0 },
    { ackedButUnpaid: 1 },
    { failed: ['one'] },
    { answers: { '500': 1 } },
    { ours: { ...good.ours, paid: 1 } },
    { ours: { ...good.ours, creditedFen: 6 } },
    { bookProblems: ['unequal'] },
  ]
  for (const each of wrong) expect(findLosses({ ...good, ...each }), JSON.stringify(each)).toHaveLength(1)
})

test('a secret is found however it is written, but not where it belongs', () => {
  const text = 'a quiet canary 7f3'
  const secrets = [{ name: 'it', text, belongs: ['mails'] }]
  const look = (said: string) => findLeaks(secrets, { logs: `before ${said} after`, mails: text, storage: null })
  expect(look('a quiet canary')).toEqual([])
  const bytes = Buffer.from(`x${text}y`)
  const ways = [text, text.toUpperCase(), encodeURIComponent(text), bytes.toString('hex'), bytes.toString('base64')]
  for (const way of ways) expect([way, look(way)]).toEqual([way, ['it in logs']])
})
