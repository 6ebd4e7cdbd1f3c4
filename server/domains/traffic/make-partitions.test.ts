import { expect, test } from 'vitest'

import { makeApp } from '../../test/run/make-app.ts'
import { makePartitions } from './make-partitions.ts'

const { db } = await makeApp()

test('a month and the next have their tables before the month begins', async () => {
  await makePartitions({ db, now: new Date('2031-12-31T23:59:00Z') })
  const { rows } = await db.pool.query<{ name: string; month: string }>(
    `select inhparent::regclass::text as name, substring(pg_get_expr(c.relpartbound, c.oid) from '2\\d{3}-\\d\\d') as month
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where inhparent in ('traffic_hours'::regclass, 'traffic_days'::regclass) order by 1, 2`,
  )
  const made = rows.filter(({ month }) => month > '2031-').map(({ name, month }) => `${name} ${month}`)
  expect(made).toEqual([
    'traffic_days 2031-12',
    'traffic_days 2032-01',
    'traffic_hours 2031-12',
    'traffic_hours 2032-01',
  ])
})
