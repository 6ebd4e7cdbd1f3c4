import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

import { root } from '../step.ts'
import { findProblems, type Figures } from './cluster.ts'
import { longestGapMs } from './cluster/pay-load.ts'

const read = (name: string) => readFileSync(path.join(root, 'deploy/cluster', name), 'utf8')

type Dcs = { ttl: number; loop_wait: number; retry_timeout: number; synchronous_mode: boolean }
type Patroni = { etcd?: object; etcd3?: object; bootstrap: { dcs: Dcs }; restapi: { listen: string } }
const patroni = parse(read('patroni.yml')) as Patroni & { postgresql: { listen: string } }

test('the files of the cluster fit together', () => {
  const { ttl, loop_wait, retry_timeout, synchronous_mode } = patroni.bootstrap.dcs
  expect(loop_wait + 2 * retry_timeout).toBeLessThanOrEqual(ttl)
  expect(synchronous_mode).toBe(true)
  // Patroni's etcd3 driver lost acknowledged writes.
  expect([patroni.etcd !== undefined, patroni.etcd3 !== undefined]).toEqual([true, false])
  expect(read('etcd.env')).toMatch(/^ETCD_ENABLE_V2=true$/m)
  const portOf = (place: string) => place.split(':')[1]
  const servers = [...read('haproxy.cfg').matchAll(/^ {2}server pg\d 10\.20\.0\.1\d:(\d+) check port (\d+)$/gm)]
  expect(servers).toHaveLength(6)
  for (const [, port, check] of servers) {
    expect([port, check]).toEqual([portOf(patroni.postgresql.listen), portOf(patroni.restapi.listen)])
  }
  expect(read('pgbouncer.ini')).toMatch(/^pool_mode = session$/m)
})

test('the longest time without an acknowledgement begins with the fault', () => {
  expect(longestGapMs([100, 5_000, 5_100, 7_300], 1_000)).toBe(4_000)
  expect(longestGapMs([2_000, 2_100, 9_000], 1_950)).toBe(6_900)
  expect(longestGapMs([100], 1_000)).toBe(0)
})

const GOOD: Figures = {
  killed: [3_000],
  lost: [8_000],
  frozen: [10_000],
  switched: { gapMs: 2_000, failed: 0, repeated: 3 },
  ackedAlone: 0,
  payments: { begun: 200, acked: 200, missing: 0, ackedButUnpaid: 0, unfinished: 0 },
  inserts: { acked: 200, lost: 0 },
  truth: { paid: 200, paidFen: 900 },
  ours: { paid: 200, paidFen: 900, creditedFen: 900 },
  failed: [],
  answers: {},
  bookProblems: [],
}

test('reports everything that is lost, doubled, acknowledged alone or slow', () => {
  expect(findProblems(GOOD)).toEqual([])
  const wrong: Partial<Figures>[] = [
    { payments: { ...GOOD.payments, ackedButUnpaid: 1 } },
    { payments: { ...GOOD.payments, missing: 1 } },
    { inserts: { acked: 200, lost: 1 } },
    { ours: { ...GOOD.ours, creditedFen: 901 } },
    { switched: { gapMs: 2_000, failed: 1, repeated: 3 } },
    { ackedAlone: 1 },
    { lost: [8_000, 12_001] },
    { bookProblems: ['unequal'] },
  ]
  for (const each of wrong) expect(findProblems({ ...GOOD, ...each }), JSON.stringify(each)).toHaveLength(1)
})
