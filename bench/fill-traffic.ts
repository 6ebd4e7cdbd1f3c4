import type { PoolClient } from 'pg'

import { DAY_MS, HOUR_MS } from '../contract/durations.ts'
import type { Db } from '../server/platform/db/db.ts'

/** Hours with traffic on each day that a user was active. */
const HOURS = 3
/** Rows per day: the hours and the day's sum. */
export const ROWS_A_DAY = HOURS + 1
/** Traffic is kept for thirteen months: one day in each of the older months, the other days up to now. */
const OLD_MONTHS = 12

type Crowd = { resellerId: number; firstId: number; users: number; timeZone: string }
/** One of the two tables, with the hours or days to fill. */
type Part = { table: string; times: string[]; columns: string }

/** Fills this many days for every user with a line. A user's rows are not adjacent, just as reports write them. */
export async function fillTraffic(db: Db, crowd: Crowd, days: number): Promise<void> {
  const dates = daysOf(days)
  const hours = dates.flatMap((date) => Array.from({ length: HOURS }, (_, h) => new Date(date.getTime() - h * HOUR_MS)))
  await Promise.all([
    fillTable(db, crowd, {
      table: 'traffic_hours',
      times: hours.map((hour) => hour.toISOString()),
      columns: '$1::timestamptz, reseller_id, account_id, node_id, 1000, 9000, 10000',
    }),
    fillTable(db, crowd, {
      table: 'traffic_days',
      times: dates.map((date) => date.toLocaleDateString('sv', { timeZone: crowd.timeZone })),
      columns: '$1::date, reseller_id, account_id, 1000, 1000 + account_id % 5000',
    }),
  ])
}

/** The days to fill, each at the current hour. */
function daysOf(days: number): Date[] {
  const now = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
  const recent = days - Math.min(OLD_MONTHS, Math.floor(days / 2))
  return Array.from({ length: days }, (_, at) => at + Math.max(0, at - recent + 1) * 29).map(
    (ago) => new Date(now - ago * DAY_MS),
  )
}

async function fillTable({ pool }: Db, crowd: Crowd, { times, ...part }: Part): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(`set maintenance_work_mem = '512MB'`)
    for (const [month, own] of Map.groupBy(times, (time) => time.slice(0, 7)))
      await fillMonth(client, crowd, { ...part, month, times: own })
  } finally {
    client.release()
  }
}

/**
 * Makes the partition as `traffic_make_partition` does, but fills it before it joins the table: building the key over
 * all rows at once takes a third of the time of adding row by row.
 */
async function fillMonth(
  client: PoolClient,
  { resellerId, firstId, users }: Crowd,
  { table, month, times, columns }: Part & { month: string },
): Promise<void> {
  const partition = `${table}_${month.replace('-', '')}`
  await client.query(`drop table if exists ${partition}`)
  await client.query(
    `create table ${partition} (like ${table} including defaults including constraints) with (fillfactor = 50)`,
  )
  for (const time of times)
    await client.query(
      `insert into ${partition} select ${columns} from lines where reseller_id = $2 and account_id >= $3 and account_id < $4`,
      [time, resellerId, firstId, firstId + users],
    )
  const end = new Date(`${month}-01T00:00:00Z`)
  end.setUTCMonth(end.getUTCMonth() + 1)
  const bounds = `from ('${month}-01 00:00:00+00') to ('${end.toISOString().slice(0, 10)} 00:00:00+00')`
  await client.query(`alter table ${table} attach partition ${partition} for values ${bounds}`)
}
