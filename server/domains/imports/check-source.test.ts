import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'

import { panelRows, panelUser } from '../../test/build/panels/rows.ts'
import { panelTables, type PanelName } from '../../test/build/panels/schemas.ts'
import { createTable, writeDump, type DumpStyle } from '../../test/build/panels/write-dump.ts'
import { checkSource, type SourceReport } from './check-source.ts'
import { reportLines } from './report/lines.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'yuxian-import-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const now = new Date('2026-11-17T12:00:00Z')
let files = 0

function check(content: string | Buffer): Promise<SourceReport> {
  files++
  const file = path.join(folder, `${files}.sql`)
  writeFileSync(file, content)
  return checkSource({ now }, file)
}

const countsOf = ({ findings }: SourceReport) => Object.fromEntries(findings.map(({ code, count }) => [code, count]))
const lookCodes = ({ findings }: SourceReport) => findings.filter(({ needsLook }) => needsLook).map(({ code }) => code)

const USERS = {
  mailNone: 1,
  nameChanged: 2,
  nameDouble: 1,
  passwordUnknown: 1,
  balanceNegative: 1,
  balanceLarge: 1,
  inviterGone: 1,
  inviterRing: 1,
  planGone: 1,
  endsNever: 1,
  usedNegative: 1,
  discountOwn: 1,
  commissionOwn: 1,
  uuidOdd: 1,
  tokenOdd: 1,
  telegram: 1,
  staff: 1,
}
const SALES = {
  couponDouble: 1,
  couponCode: 1,
  couponPlans: 1,
  couponOver: 1,
  inviteCodes: 1,
  orderOpen: 1,
  orderPaid: 1,
  orderOdd: 1,
  commissionPending: 1,
  withdrawal: 1,
  ticketLong: 1,
  ticketOrphan: 1,
  textHtml: 1,
  textPlaceholders: 1,
  textLanguage: 1,
  payments: 1,
  groupEmpty: 1,
  periodTwoYears: 1,
  priceReset: 1,
}
const PANELS: [panel: PanelName, name: string, own: Record<string, number>][] = [
  ['v2board', 'V2Board, 1.7.4', { planDouble: 1, priceFree: 1, resetOther: 1, nodeLacks: 5, nodeChild: 1 }],
  ['fork', 'V2Board of wyx2685, 1.7.5 with v2node', { nodeLacks: 6, giftMany: 1, giftTraffic: 1 }],
  ['xboard', 'Xboard, 2026_04_21_000000_last_one', { chargedLess: 1, priceOdd: 1, nodeLacks: 1, giftOther: 1 }],
]
const STYLES: DumpStyle[] = ['mysqldump', 'phpMyAdmin', 'Adminer', 'sqlite']

test.each(PANELS)('%s is recognised, counted, summed and compared in every kind of dump', async (panel, name, own) => {
  for (const style of STYLES) {
    const report = await check(writeDump(panel, panelRows(panel), style))
    expect(`${report.panel.name}, ${report.panel.version}`).toBe(name)
    expect(countsOf(report), style).toMatchObject({ ...USERS, ...SALES, ...own })
    expect(report.counts).toMatchObject({ users: 9, usersWithPlan: 4, usersBlocked: 1, usersWithInviter: 2, plans: 2 })
    expect(report.counts).toMatchObject({ couponsTaken: 1, tickets: 2, ticketsOpen: 1, ticketsWaiting: 0, orders: 4 })
    expect(report.sums).toMatchObject({ balanceFen: 20_011_845n, balanceBookedFen: 20_012_345n, commissionFen: 678n })
    expect(report.sums).toMatchObject({ openOrdersFen: 1510n, openOrdersFromBalanceFen: 200n, usedBytes: 3000n })
    expect(report.passwords).toEqual({ bcrypt: 5, md5: 1, sha256: 1, md5salt: 1, unknown: 1 })
    expect(report.passedOver).toMatchObject({ v2_stat_user: 2, v2_mail_log: 1 })
    expect(JSON.stringify(reportLines(report))).not.toContain('SECRET')
  }
})

test('gift codes are summed as far as they can be taken', async () => {
  const fork = await check(writeDump('fork', panelRows('fork')))
  expect([fork.counts.giftCodesTaken, fork.sums.giftCodesFen]).toEqual([1, 500n])
  const xboard = await check(writeDump('xboard', panelRows('xboard')))
  expect([xboard.counts.giftCodesTaken, xboard.sums.giftCodesFen]).toEqual([1, 1000n])
})

test('a gzip file says the same as the plain one', async () => {
  const dump = writeDump('fork', panelRows('fork'))
  const [plain, packed] = [await check(dump), await check(gzipSync(dump))]
  expect({ ...packed, file: null }).toEqual({ ...plain, file: null })
  expect(packed.file.kind).toBe('gzip')
})

test("Xboard's SQLite file says the same as its dump, and nothing is left beside it", async () => {
  const file = path.join(folder, 'database.sqlite')
  const db = new DatabaseSync(file)
  db.exec('pragma journal_mode = wal')
  const rows = panelRows('xboard')
  for (const [table, columns] of panelTables('xboard')) {
    db.exec(createTable(table, columns, 'sqlite'))
    const put = db.prepare(`insert into ${table} values (${columns.map(() => '?').join(',')})`)
    for (const row of rows[table] ?? []) put.run(...columns.map(({ name }) => row[name] ?? null))
  }
  // While the panel runs, the newest rows are in the log beside the file alone.
  const running = await checkSource({ now }, file)
  db.close()
  const report = await checkSource({ now }, file)
  expect([running.counts, running.remarks]).toEqual([report.counts, []])
  const dumped = await check(writeDump('xboard', rows))
  expect({ counts: report.counts, sums: report.sums, findings: report.findings }).toEqual({
    counts: dumped.counts,
    sums: dumped.sums,
    findings: dumped.findings,
  })
  expect(report.remarks).toEqual([expect.stringContaining('-wal')])
  expect(readdirSync(folder).filter((name) => name.startsWith('database'))).toEqual(['database.sqlite'])
})

test('users that fit and need nothing leave nothing to say', async () => {
  const report = await check(writeDump('v2board', { v2_user: [panelUser(1), panelUser(2, { invite_user_id: 1 })] }))
  expect(report.findings).toEqual([])
  expect(reportLines(report).at(-1)).toBe('Nothing was changed. Everything has a place or a rule.')
})

test('mails that differ by capital letters alone, and numbers that come twice, are named', async () => {
  const users = [panelUser(1, { email: 'Mei@Example.com' }), panelUser(2, { email: 'mei@example.COM' }), panelUser(2)]
  const report = await check(writeDump('xboard', { v2_user: users }))
  expect(countsOf(report)).toMatchObject({ nameDouble: 1, userTwice: 1 })
})

test('an e-mail that is a name as it stands is not the one that gives way', async () => {
  const users = [
    panelUser(1, { email: 'li+vpn@example.com' }),
    panelUser(2, { email: 'Li-vpn@example.com' }),
    panelUser(3, { email: 'a+b@example.com' }),
    panelUser(4, { email: 'a/b@example.com' }),
  ]
  const { findings } = await check(writeDump('v2board', { v2_user: users }))
  expect(findings.find(({ code }) => code === 'nameDouble')).toMatchObject({ count: 2, examples: ['1', '4'] })
})

test('money that is absurd is named and summed exactly', async () => {
  const users = [
    panelUser(1, { balance: 999_999_999_999_999_999n, commission_balance: -1 }),
    panelUser(2, { balance: '12.5', commission_balance: '1e9' }),
    panelUser(3, { balance: '9'.repeat(40) }),
  ]
  const report = await check(writeDump('v2board', { v2_user: users }))
  expect(countsOf(report)).toMatchObject({ balanceLarge: 1, balanceOdd: 2, commissionNegative: 1, commissionOdd: 1 })
  expect(report.sums.balanceBookedFen).toBe(999_999_999_999_999_999n)
  expect(reportLines(report).join('\n')).toContain('9999999999999999.99 would be booked')
})

test('a name cannot write to the terminal', async () => {
  const rows = { v2_server: [{ id: 1, type: '\u001B[2Jx', name: 'x', host: 'h', port: '1', rate: '1', show: 1 }] }
  const report = await check(writeDump('xboard', rows))
  expect(countsOf(report)).toMatchObject({ nodeLacks: 1 })
  expect(reportLines(report).join('\n')).not.toContain('\u001B')
})

test.each([50, 80, 95, 99])('a file that is cut off at %i percent is named, plain and in gzip', async (percent) => {
  const dump = Buffer.from(writeDump('v2board', panelRows('v2board')))
  const length = Math.floor((dump.length * percent) / 100)
  const reports = [check(dump.subarray(0, length)), check(gzipSync(dump).subarray(0, -10))]
  for (const asked of reports) {
    const said = await asked.then(lookCodes, (error: Error) => error.message)
    expect(String(said)).toMatch(/\bcut\b|ends in the middle/)
  }
})

test.each([
  ['nothing', '', /No table v2_user/],
  ['no SQL', 'PNG\u0000\u0001"\'`/*', /No table v2_user/],
  ['a dump of something else', 'CREATE TABLE `users` (`id` int);INSERT INTO users VALUES (1);', /No table v2_user/],
  [
    'a dump of PostgreSQL',
    'CREATE TABLE public.v2_user (id integer);\nCOPY public.v2_user (id) FROM stdin;\n1\n\\.\n',
    /copy its tables into a MySQL, MariaDB or SQLite database/,
  ],
  [
    'a dump of PostgreSQL with statements',
    `--\n-- PostgreSQL database dump\n--\n\n\\restrict x\n\nSET statement_timeout = 0;
      CREATE TABLE public.v2_user (id integer);INSERT INTO public.v2_user VALUES (1);`,
    /dump of PostgreSQL/,
  ],
  ["PostgreSQL's own format", Buffer.from('PGDMP\u0001\u000e\u0000v2_user', 'latin1'), /dump of PostgreSQL/],
  ["PostgreSQL's own format in gzip", gzipSync('PGDMP\u0001v2_user'), /dump of PostgreSQL/],
  ["PostgreSQL's tar file", Buffer.from(`toc.dat\0${'\0'.repeat(600)}`), /dump of PostgreSQL/],
  ['a packed file', Buffer.from('504b0304aaaa', 'hex'), /packed by zip/],
  ['a broken SQLite file', Buffer.from('SQLite format 3\0nonsense'), /SQLite cannot read/],
])('%s is refused by a sentence', async (_what, content, says) => {
  await expect(check(content)).rejects.toThrow(says)
})

test('a file that is not there is refused by a sentence', async () => {
  await expect(checkSource({ now }, path.join(folder, 'none'))).rejects.toThrow('There is no file')
  await expect(checkSource({ now }, folder)).rejects.toThrow('is no file')
})
