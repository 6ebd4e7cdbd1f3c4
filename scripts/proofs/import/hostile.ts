import process from 'node:process'

import { wanted } from '../../../server/domains/imports/panels/tables.ts'
import { readDump } from '../../../server/domains/imports/reader/read-file.ts'
import type { Row } from '../../../server/domains/imports/reader/row.ts'
import { Source } from '../../../server/domains/imports/reader/source.ts'
import { yx, type Claims, type Desk } from './desk.ts'
import type { MariaDb } from './mariadb.ts'

const MB = 1_000_000
const GROWTH_MAX_MB = 120

/** A line of `mb` megabytes in a row that is read, then blobs of twice as much: how much resident memory grows. */
export async function readHuge(mb: number, claims: Claims): Promise<void> {
  const seen: [id: string | null, isDamaged: boolean][] = []
  const source = new Source((row) => seen.push(look(row)))
  let most = 0
  const weigh = () => {
    most = Math.max(most, process.memoryUsage.rss())
  }
  const before = process.memoryUsage.rss()
  await readDump(hugeDump(mb, weigh), source, wanted)
  weigh()
  const growthMb = Math.max(0, Math.round((most - before) / MB))
  const isRead =
    JSON.stringify(seen) ===
    JSON.stringify([
      ['1', false],
      ['2', true],
      ['3', false],
    ])
  const text = `a line of ${mb} MB in a dump, and ${2 * mb} MB of blobs: passed over, the rows beside them read`
  claims.say(isRead && !source.isCut && growthMb < GROWTH_MAX_MB, `${text}; memory grew by ${growthMb} MB`)
}

/** The texts of a row are looked at as the readers of users do. */
function look(row: Row): [id: string | null, isDamaged: boolean] {
  const id = row.text('id')
  row.text('email')
  return [id, row.damaged.size > 0]
}

function* hugeDump(mb: number, weigh: () => void): Generator<Buffer> {
  const [words, digits] = [Buffer.alloc(MB, 'not a quote, '), Buffer.alloc(MB, 'c0ffee')]
  function* many(piece: Buffer): Generator<Buffer> {
    for (let done = 0; done < mb; done++) {
      yield piece
      if (done % 50 === 0) weigh()
    }
  }
  yield Buffer.from("create table v2_user (id int, email text, remarks longtext);insert into v2_user values (1,'a','")
  yield* many(words)
  yield Buffer.from("'),(2,0x")
  yield* many(digits)
  yield Buffer.from(",'b'),(3,'c','d');insert into v2_mail_log values (1,x'")
  yield* many(digits)
  yield Buffer.from("');")
}

/** Log rows that a real server dumps are passed over: the command has hardly more memory than without them. */
export async function skipLogs(desk: Desk, source: MariaDb, rows: number, claims: Claims): Promise<void> {
  const check = async (name: string) => {
    const file = `${desk.folder}/${name}.sql`
    await source.dump([], file)
    return yx<{ passedOver: Record<string, number>; file: { bytes: number } }>(desk, [
      'import',
      'check',
      '--file',
      file,
    ])
  }
  await source.ask('truncate v2_stat_user')
  const without = await check('without-logs')
  // The table has no key, so its rows are written as they come.
  await source.ask(
    `insert into v2_stat_user (id, user_id, server_rate, u, d, record_type, record_at)
     select seq, seq % 50000, 1.5, seq * 1000, seq * 3000, 'd', 1700000000 from seq_1_to_${rows}`,
  )
  const withLogs = await check('logs')
  const passed = withLogs.data.passedOver['v2_stat_user']
  const moreMb = Math.max(0, withLogs.peakMb - without.peakMb)
  const size = `${Math.round(withLogs.data.file.bytes / MB)} MB of dump in ${withLogs.seconds.toFixed(1)} s`
  claims.say(
    passed === rows && moreMb < GROWTH_MAX_MB,
    `${passed} log rows of a real server passed over: ${size}, ${withLogs.peakMb} MB of memory at most, ${without.peakMb} without them`,
  )
}
