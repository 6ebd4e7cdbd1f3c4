// How long ranks take for one reseller with a million users, and by which design. `node bench/traffic-rank.ts [users]`
//
// On two quiet cores (with other work beside it up to ten times as long): one live look takes 0.9 s for today and 5.3 s
// for the month, so nobody can wait for it. Building a row for each user takes 3 to 8.6 s and 79 MB a range; building
// pieces 2.1 to 6.1 s and 8 MB a range. A place is found in pieces in 0.5 to 0.7 ms.
import process from 'node:process'

import { withDatabase } from '../scripts/proofs/throwaway-server.ts'
import { createDb, type Db } from '../server/platform/db/db.ts'
import { timesOf } from './run/time.ts'

const USERS = Number(process.argv[2] ?? 1_000_000)
const DAYS = 12
const RESELLER = 1
const FIRST_DAY = '2027-03-01'
const LAST_DAY = '2027-03-12'
const RANGES = { today: LAST_DAY, week: '2027-03-06', month: FIRST_DAY } as const

const time = async (runs: number, work: () => Promise<unknown>) => (await timesOf(runs, work)).p50

/** Two of three users are active on a day, a few with very much traffic. */
async function fill({ pool }: Db): Promise<void> {
  await pool.query('insert into resellers (id) values ($1)', [RESELLER])
  await pool.query(`select traffic_make_partition('traffic_days', $1::date)`, [FIRST_DAY])
  for (let day = 0; day < DAYS; day += 1) {
    await pool.query(
      `insert into traffic_days (day, reseller_id, account_id, up_bytes, down_bytes)
        select $1::date + $2::integer, $3, n, (hashint8(n + $2) & 1048575), 1048576 * pow(random(), 8) * 4096
        from generate_series(1, $4::integer) n where (n + $2) % 3 > 0`,
      [FIRST_DAY, day, RESELLER, USERS],
    )
  }
  await pool.query('vacuum analyze traffic_days')
}

const SUMS = `select account_id, sum(up_bytes + down_bytes)::bigint as bytes from traffic_days
  where reseller_id = ${RESELLER} and day between $1::date and '${LAST_DAY}' group by account_id`

/** Without a snapshot: computes everything when a user looks. */
const live = ({ pool }: Db, first: string, me: number) =>
  pool.query(
    `with sums as (${SUMS}), me as (select bytes from sums where account_id = $2)
      select (select count(*) from sums, me where sums.bytes > me.bytes) + 1 as place,
        array(select account_id from sums order by bytes desc limit 100) as top`,
    [first, me],
  )

/** Writes one row per user with the user's place. */
async function buildRows({ pool }: Db, first: string): Promise<void> {
  await pool.query('truncate rank_rows')
  await pool.query(
    `insert into rank_rows select account_id, bytes, rank() over (order by bytes desc) from (${SUMS}) s`,
    [first],
  )
}

const buildPieces = ({ pool }: Db, range: string, first: string) =>
  pool.query('select traffic_rank($1, $2, $3, $4, now())', [RESELLER, range, first, LAST_DAY])

const lookUpPiece = ({ pool }: Db, range: string, bytes: number) =>
  pool.query(
    `select p.piece * 1000 + 1 + (select count(*) from unnest(p.bytes) b where b > $3) as place
      from traffic_rank_pieces p where p.reseller_id = $1 and p.range = $2 and p.least_bytes <= $3 order by p.piece limit 1`,
    [RESELLER, range, bytes],
  )

async function run(db: Db): Promise<void> {
  await fill(db)
  await db.pool.query('create unlogged table rank_rows (account_id bigint primary key, bytes bigint, place bigint)')
  const me = Math.floor(USERS / 2) + 1
  for (const [range, first] of Object.entries(RANGES)) {
    const liveMs = await time(3, () => live(db, first, me))
    const rowsMs = await time(3, () => buildRows(db, first))
    const piecesMs = await time(3, () => buildPieces(db, range, first))
    const rowMs = await time(21, () => db.pool.query('select place from rank_rows where account_id = $1', [me]))
    const pieceMs = await time(21, () => lookUpPiece(db, range, 200_000))
    const line = [
      `live look ${liveMs.toFixed(0)} ms`,
      `row each: build ${rowsMs.toFixed(0)} ms (${(rowsMs / liveMs).toFixed(1)}x), look ${rowMs.toFixed(2)} ms`,
      `pieces: build ${piecesMs.toFixed(0)} ms (${(piecesMs / liveMs).toFixed(1)}x), look ${pieceMs.toFixed(2)} ms`,
    ]
    console.log(`${range.padEnd(6)} ${line.join(' | ')}`)
  }
  const { rows } = await db.pool.query<{ row_each: string; pieces: string }>(
    `select pg_size_pretty(pg_total_relation_size('rank_rows')) as row_each,
      pg_size_pretty(pg_total_relation_size('traffic_rank_pieces')) as pieces`,
  )
  console.log(`size   row each, one range: ${rows[0]!.row_each} | pieces, three ranges: ${rows[0]!.pieces}`)
}

await withDatabase(async (url) => {
  console.log(`${USERS} users of one reseller, ${DAYS} days, two in three there on a day`)
  const db = createDb({ url, poolSize: 2, statementTimeoutMs: 600_000 })
  await run(db).finally(() => db.close())
})
