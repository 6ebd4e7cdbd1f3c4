import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { DAY_S } from '../../../contract/durations.ts'
import type { ImportReport } from '../../../server/domains/imports/run/run-import.ts'
import type { Undone } from '../../../server/domains/imports/run/undo-import.ts'
import { buildReseller } from '../../../server/test/build/factories.ts'
import type { PanelRows } from '../../../server/test/build/panels/rows.ts'
import { panelTables, type PanelName } from '../../../server/test/build/panels/schemas.ts'
import { createTable, writeDump } from '../../../server/test/build/panels/write-dump.ts'
import { makeRowsOf } from '../../../server/test/matrix/tenant-rows.ts'
import { businessRows, FIRST_ID, PLACES, type Business } from './business.ts'
import { compareBooks, compareReport, type TextReport } from './compare.ts'
import { yx, type Claims, type Desk, type Told } from './desk.ts'
import { killThere, type KillPoint } from './kill.ts'
import type { MariaDb } from './mariadb.ts'
import { withStages } from './stages.ts'

/** What agents of a panel show; no two panels have the same. */
export const serverTokenOf = (panel: PanelName): string => `the-old-server-token-of-${panel}`
/** Ways to write a dump: as it comes, names of columns, a row a line with blobs in hexadecimal. */
const WAYS = [
  [],
  ['--complete-insert', '--skip-comments'],
  ['--skip-extended-insert', '--hex-blob', '--compact', '--skip-opt', '--create-options'],
]
/** Kinds of changes at the source between two runs; each is made to as many users. */
const CHANGES = 8

export type Move = Business & {
  resellerId: number
  kills: readonly KillPoint[]
  /** Users that change at the source, and as many again of an eighth that are new. */
  changes: number
}
export type Moved = { changedSeconds: number }

type Run = Pick<ImportReport, 'brought' | 'isFirst'> & { source: TextReport }

/** One panel's business, through a real server of its own, until it is here and has come again with changes. */
export async function moveBusiness(desk: Desk, source: MariaDb, move: Move, claims: Claims): Promise<Moved> {
  const { panel, resellerId, nodes } = move
  await buildReseller(desk.db, { id: resellerId, title: titleOf(panel) })
  await writeFile(path.join(desk.folder, 'server-token'), serverTokenOf(panel))
  const rows = businessRows(move)
  const made = path.join(desk.folder, 'made.sql')
  await writeFile(made, writeDump(panel, rows, 'phpMyAdmin').replaceAll(/^COMMIT;$/gm, ''))
  await source.ask('drop database panel; create database panel character set utf8mb4')
  await source.load(made)
  const report = await checkFiles(desk, source, move, claims)
  const file = path.join(desk.folder, `${panel}-0.sql`)
  const words = runWords(desk, resellerId, file)
  for (const point of move.kills) {
    const far = await killThere(desk, words, { point, resellerId })
    claims.say(far !== null, `${panel}: killed by -9 when ${far ?? `it was over before ${point}`}`)
  }
  const { run: first, took } = await withStages(desk, resellerId, () => yx<Run>(desk, words))
  const compared = { resellerId, nodes, claims }
  const figures = await compareBooks(desk, source, compared)
  sameAsDryRun(claims, first, report, move)
  claims.say(
    first.exitCode === 0,
    `${panel}: brought over as the dry run said, to the cent: ${figures} (${figuresOf(first)}: ${took})`,
  )
  await checkBooks(desk, claims, `${panel}, the first run`)
  await comesAgain(desk, move, rows, claims)
  const changed = await comesChanged(desk, source, move, claims)
  await compareBooks(desk, source, compared)
  await checkBooks(desk, claims, `${panel}, the run with changes`)
  return { changedSeconds: changed.seconds }
}

/** The import goes, to the cent, nothing of the others differs, and it comes again as it was. */
export async function undoAndRepeat(
  desk: Desk,
  source: MariaDb,
  { panel, resellerId, nodes, others }: Pick<Move, 'panel' | 'resellerId' | 'nodes'> & { others: readonly number[] },
  claims: Claims,
): Promise<void> {
  const readers = await Promise.all(others.map((id) => makeRowsOf(desk.db, id)))
  const rowsOfOthers = async () => JSON.stringify(await Promise.all(readers.map((rows) => rows())))
  const before = await rowsOfOthers()
  const words = ['import', 'undo', '--reseller', String(resellerId), '--name', titleOf(panel)]
  const undone = await yx<Undone>(desk, words)
  const { rows } = await desk.db.pool.query<{ fen: string; people: string }>(
    `select (select coalesce(sum(abs(balance_fen)), 0) from ledger_accounts where reseller_id = $1) as fen,
       (select count(*) from accounts where reseller_id = $1 and deleted_at is null) as people`,
    [resellerId],
  )
  const isGone = Number(rows[0]!.fen) + Number(rows[0]!.people) === 0
  const isAlone = before === (await rowsOfOthers())
  const { users, nodes: gone, packages, entries } = undone.data
  const what = `${users} users, ${gone} nodes, ${packages} packages, ${entries} entries reversed`
  claims.say(
    undone.exitCode === 0 && isGone && isAlone && gone > nodes,
    `${panel}: undone, and nothing is left (${what}); no row of ${others.length} other panels differs (${figuresOf(undone)})`,
  )
  await checkBooks(desk, claims, `${panel} was undone`)
  const again = await yx<Run>(desk, runWords(desk, resellerId, path.join(desk.folder, `${panel}-later.sql`)))
  const compared = await compareBooks(desk, source, { resellerId, nodes, claims })
  claims.say(
    again.exitCode === 0 && before === (await rowsOfOthers()),
    `${panel}: came again, to the cent: ${compared} (${figuresOf(again)})`,
  )
  await checkBooks(desk, claims, `${panel} came again`)
}

const titleOf = (panel: PanelName) => `moved from ${panel}`

const figuresOf = ({ seconds, peakMb }: Told<unknown>) => `${seconds.toFixed(1)} s, ${peakMb} MB`

function runWords({ folder }: Desk, resellerId: number, file: string): string[] {
  const where = ['import', 'run', '--file', file, '--reseller', String(resellerId)]
  return [...where, '--wholesale-percent', '40', '--looked', '--server-token-file', path.join(folder, 'server-token')]
}

/** Every way of writing a dump says the same, and that is what the server says; Xboard's SQLite file too. */
async function checkFiles(desk: Desk, source: MariaDb, { panel }: Move, claims: Claims): Promise<TextReport> {
  const reports: TextReport[] = []
  for (const [at, options] of WAYS.entries()) {
    const file = path.join(desk.folder, `${panel}-${at}.sql`)
    await source.dump(options, file)
    const { data } = await yx<TextReport>(desk, ['import', 'check', '--file', file])
    await compareReport(source, data, claims)
    reports.push(data)
  }
  const findings = new Set(reports.map((report) => JSON.stringify([report.counts, report.sums, report.findings])))
  claims.say(findings.size === 1, `${panel}: ${WAYS.length} kinds of dump by mariadb-dump say one thing`)
  return reports[0]!
}

/** The dry run's figures, and what was brought. */
function sameAsDryRun(claims: Claims, { data }: Told<Run>, report: TextReport, { panel, people, nodes }: Move): void {
  const { brought, source } = data
  claims.same('what the dry run and the run say', JSON.stringify(report.sums), JSON.stringify(source.sums))
  claims.same('balances booked', report.sums.balanceBookedFen, brought.balanceFen)
  claims.same('commission booked', report.sums.commissionBookedFen, brought.commissionFen)
  claims.say(
    brought.nodeKeys >= nodes && report.counts.users >= people,
    `${panel}: ${brought.nodeKeys} nodes answer old agents`,
  )
}

/** Nothing that the reseller has differs after another run; Xboard's comes from its SQLite file this time. */
async function comesAgain(desk: Desk, { panel, resellerId }: Move, rows: PanelRows, claims: Claims): Promise<void> {
  const file = path.join(desk.folder, panel === 'xboard' ? 'database.sqlite' : `${panel}-1.sql`)
  if (panel === 'xboard') writeSqlite(file, panel, rows)
  const rowsOf = await makeRowsOf(desk.db, resellerId)
  const before = await rowsOf()
  const again = await yx<Run>(desk, runWords(desk, resellerId, file))
  const changed = (await rowsOf())
    .filter((row, at) => row !== before[at])
    .map((row) => row.split(' ')[0]!)
    // How often it ran, and who ran it.
    .filter((table) => !['imports', 'audit_log'].includes(table))
  const how = panel === 'xboard' ? 'from SQLite' : 'from another kind of dump'
  const text = `${panel}: again, ${how}: nothing differs in ${before.length} tables${changed.length > 0 ? `, but ${changed.join(', ')}` : ''}`
  claims.say(changed.length === 0 && again.exitCode === 0, `${text} (${figuresOf(again)})`)
}

async function comesChanged(desk: Desk, source: MariaDb, move: Move, claims: Claims): Promise<Told<Run>> {
  const { panel, resellerId, changes } = move
  const each = Math.ceil(changes / CHANGES)
  await changeSource(source, panel, each)
  const file = path.join(desk.folder, `${panel}-later.sql`)
  await source.dump([], file)
  const { run, took } = await withStages(desk, resellerId, () => yx<Run>(desk, runWords(desk, resellerId, file)))
  const { brought } = run.data
  claims.same('new users', each, brought.users)
  claims.same('passwords changed', each, brought.usersChanged)
  claims.same('blocked or let in', each * 2, brought.blocksChanged)
  claims.same('plans changed', each * 3, brought.servicesChanged)
  claims.same('plans left as they are', 0, brought.servicesLeft)
  claims.say(
    run.exitCode === 0,
    `${panel}: after ${each * CHANGES} changes at the source another run (${figuresOf(run)}: ${took})`,
  )
  return run
}

/** An evening's changes. Each kind of change takes users of its own, who are ordinary before it. */
async function changeSource(source: MariaDb, panel: PanelName, each: number): Promise<void> {
  const odd = `(id - ${FIRST_ID}) % 50 < 38`
  const from = FIRST_ID + PLACES.changing
  const ordinary = `id >= ${from} and not (${odd}) and (id - ${FIRST_ID}) % 100 <> 99`
  const some = (kind: number) =>
    `id in (select id from (select id, row_number() over (order by id) as place from v2_user where ${ordinary}) as ranked
      where place > ${kind * each} and place <= ${(kind + 1) * each})`
  const banned = `id in (select id from (select id from v2_user where banned = 1 and id >= ${FIRST_ID} order by id limit ${each}) as who)`
  const changes = [
    `balance = balance + 1234 where ${some(0)}`,
    `balance = floor(balance / 2), commission_balance = 0 where ${some(1)}`,
    `u = u + 5000000, d = d + 7 where ${some(2)}`,
    `password = md5(concat('a new one ', id)), password_algo = 'md5', password_salt = null where ${some(3)}`,
    // Both change together there.
    `uuid = concat('11111111', substr(uuid, 9)), token = md5(concat('new token of ${panel} ', id)) where ${some(4)}`,
    `expired_at = expired_at + ${30 * DAY_S} where ${some(5)}`,
    // Those who are let in come first, so that nobody is blocked and let in again at once.
    `banned = 0, expired_at = expired_at + ${30 * DAY_S} where ${banned}`,
    `banned = 1 where ${some(6)}`,
  ]
  for (const change of changes) await source.ask(`update v2_user set ${change}`)
  const columns = (
    await source.ask(
      `select group_concat(column_name) from information_schema.columns where table_schema = 'panel' and table_name = 'v2_user'`,
    )
  )[0]!.split(',')
  const fresh: Record<string, string> = {
    id: 'id + 5000000',
    email: `concat('new.', id, '@example.com')`,
    uuid: `concat('22222222', substr(uuid, 9))`,
    token: `md5(concat('newest of ${panel} ', id))`,
    invite_user_id: 'id',
  }
  const picked = columns.map((column) => fresh[column] ?? `\`${column}\``)
  await source.ask(
    `insert into v2_user (${columns.map((column) => `\`${column}\``).join(', ')}) select ${picked.join(', ')} from v2_user where ${some(0)}`,
  )
}

function writeSqlite(file: string, panel: PanelName, rows: PanelRows): void {
  const db = new DatabaseSync(file)
  db.exec('pragma journal_mode = wal; begin')
  for (const [table, columns] of panelTables(panel)) {
    db.exec(createTable(table, columns, 'sqlite'))
    const put = db.prepare(`insert into ${table} values (${columns.map(() => '?').join(',')})`)
    for (const row of rows[table] ?? []) put.run(...columns.map(({ name }) => row[name] ?? null))
  }
  db.exec('commit')
  db.close()
}

async function checkBooks(desk: Desk, claims: Claims, when: string): Promise<void> {
  const { data, exitCode } = await yx<{ problems: unknown[]; transactions: number }>(desk, ['books', 'check'])
  const books = `${data.transactions} transactions, ${data.problems.length} problems`
  claims.say(exitCode === 0 && data.problems.length === 0, `the books after ${when}: ${books}`)
}
