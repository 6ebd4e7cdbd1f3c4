import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { gzipSync } from 'node:zlib'

import { checkSource, type SourceReport } from '../../server/domains/imports/check-source.ts'
import { wanted } from '../../server/domains/imports/panels/tables.ts'
import { readDump } from '../../server/domains/imports/reader/read-file.ts'
import { Source } from '../../server/domains/imports/reader/source.ts'
import { panelRows, panelUser, type PanelRow } from '../../server/test/build/panels/rows.ts'
import type { PanelName } from '../../server/test/build/panels/schemas.ts'
import { writeDump } from '../../server/test/build/panels/write-dump.ts'
import { bringOver } from './import/bring-over.ts'
import { hasMariaDb, startMariaDb, type MariaDb } from './import/mariadb.ts'
import { withDatabase } from './throwaway-server.ts'

const MB = 1_000_000
const PANELS: PanelName[] = ['v2board', 'fork', 'xboard']
const USERS = 50_000
/** Ways to write a dump: as it comes, names of columns, a row a line, blobs in hexadecimal. */
const WAYS = [
  [],
  ['--complete-insert', '--skip-comments'],
  ['--skip-extended-insert', '--hex-blob', '--compact', '--skip-opt', '--create-options'],
]
const LINE_MB = 1000
const LOG_ROWS = 10_000_000
const GROWTH_MAX_BYTES = 120 * MB

/** Users with money, traffic and names of every kind, so that a sum can only be right if every row is. */
function* crowd(people: number): Generator<PanelRow> {
  for (let id = 100; id < 100 + people; id++) {
    const email = id % 7 === 0 ? `User.${id}+'tag'\\@例子.example` : `User${id}@Example.com`
    const balance = (id * 7919) % 100_003
    const used = { u: id * 1_000_003, d: id * 999_983 }
    yield panelUser(id, {
      email,
      balance,
      commission_balance: id % 311,
      ...used,
      invite_user_id: id % 3 ? id - 1 : null,
      remarks: `'\n"\\%_${id}`,
    })
  }
}

/** Whether what the file says equals what the server itself says about its rows. */
export async function compare(db: MariaDb, report: SourceReport): Promise<string[]> {
  const [users, balance, commission, used] = await db.ask(
    'select count(*), sum(balance), sum(commission_balance), sum(greatest(u + d, 0)) from v2_user',
  )
  const { counts, sums } = report
  const pairs: [string, unknown, unknown][] = [
    ['users', users, counts.users],
    ['balances', balance, sums.balanceFen],
    ['commission', commission, sums.commissionFen],
    ['bytes used', used, sums.usedBytes],
    ['orders', (await db.ask('select count(*) from v2_order'))[0], counts.orders],
    ['tickets', (await db.ask('select count(*) from v2_ticket'))[0], counts.tickets],
    [
      'names as the server compares them',
      (await db.ask('select count(distinct lower(email)) from v2_user'))[0],
      counts.users,
    ],
  ]
  const wrong = pairs.filter(([, there, here]) => String(there) !== String(here))
  return wrong.map(([what, there, here]) => `${what}: ${String(there)} there, ${String(here)} here`)
}

/** A panel's rows through a real server and back by its own tool, in each way of writing a dump. */
export async function throughServer(db: MariaDb, panel: PanelName, people: number): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'yuxian-import-'))
  try {
    const rows = panelRows(panel)
    rows['v2_user'] = [...rows['v2_user']!, ...crowd(people)]
    const file = path.join(folder, 'made.sql')
    await writeFile(file, writeDump(panel, rows, 'phpMyAdmin').replaceAll(/^COMMIT;$/gm, ''))
    await db.load(file)
    const problems: string[] = []
    const findings = new Set<string>()
    for (const [at, options] of WAYS.entries()) {
      const dumped = path.join(folder, `${at}.sql`)
      await db.dump(options, dumped)
      if (at === 0) await writeFile(dumped, gzipSync(await readFile(dumped)))
      const report = await checkSource({ now: new Date() }, dumped)
      problems.push(...(await compare(db, report)).map((problem) => `${panel} ${options.join(' ')}: ${problem}`))
      findings.add(JSON.stringify(report.findings.map(({ code, count }) => [code, count])))
    }
    if (findings.size !== 1) problems.push(`${panel}: the ways of writing do not say the same`)
    return problems
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A string of a gigabyte, then log rows without end: the growth of resident memory while they are passed over. */
export async function measureGrowth(lineMb: number, logRows: number): Promise<{ rows: number; growth: number }> {
  const source = new Source(() => {})
  let most = 0
  const look = () => {
    most = Math.max(most, process.memoryUsage.rss())
  }
  const tuple = "(1,'someone@example.com','a subject; it''s (long)',1700000000)"
  const piece = Buffer.alloc(MB, 'not a quote, ')
  function* dump(): Generator<Buffer> {
    yield Buffer.from("create table v2_user (id int, remarks text, password text);insert into v2_user values (1,'")
    for (let done = 0; done < lineMb; done++) yield piece
    yield Buffer.from("','x');insert into v2_mail_log values ")
    const many = Buffer.from(`${tuple},`.repeat(10_000))
    for (let done = 10_000; done < logRows; done += 10_000) {
      yield many
      if (done % 1_000_000 === 0) look()
    }
    yield Buffer.from(`${`${tuple},`.repeat(9_999)}${tuple};`)
  }
  const before = process.memoryUsage.rss()
  await readDump(dump(), source, wanted)
  look()
  return { rows: source.tables.get('v2_mail_log')?.rows ?? 0, growth: Math.max(0, most - before) }
}

/** Files of each panel, made by a real MariaDB, say to the cent what the server says; memory stays flat. */
export async function prove(): Promise<boolean> {
  const { rows, growth } = await measureGrowth(LINE_MB, LOG_ROWS)
  console.log(`A line of ${LINE_MB} MB and ${rows} log rows: resident memory grew by ${Math.round(growth / MB)} MB.`)
  const isFlat = rows === LOG_ROWS && growth < GROWTH_MAX_BYTES && (await proveMove())
  if (!hasMariaDb()) {
    console.log('Skipped: dumps by a real server. MariaDB is not installed (apt-get install mariadb-server).')
    return isFlat
  }
  const db = await startMariaDb()
  try {
    const problems: string[] = []
    for (const panel of PANELS) {
      problems.push(...(await throughServer(db, panel, USERS)))
      console.log(`${panel}: ${USERS} users and one of every odd kind, through MariaDB in ${WAYS.length} kinds of dump`)
    }
    for (const problem of problems) console.log(problem)
    return isFlat && problems.length === 0
  } finally {
    await db.stop()
  }
}

const MOVE = { people: USERS, nodes: 10, changes: 1000 }
const CHANGED_MAX_S = 60

async function proveMove(): Promise<boolean> {
  const moved = await withDatabase(async (url) => bringOver(url, MOVE))
  const stages = Object.entries(moved.stages).map(([stage, seconds]) => `${stage} ${seconds.toFixed(1)} s`)
  console.log(
    `${USERS} users with ${MOVE.nodes} lines each, killed after ${moved.killedAt} passwords, then to the end:`,
  )
  console.log(`  ${moved.firstSeconds.toFixed(1)} s (${stages.join(', ')})`)
  console.log(
    `  again: ${moved.sameSeconds.toFixed(1)} s; with ${MOVE.changes} changes: ${moved.changedSeconds.toFixed(1)} s`,
  )
  for (const problem of moved.problems) console.log(`  ${problem}`)
  return moved.problems.length === 0 && moved.changedSeconds < CHANGED_MAX_S
}
