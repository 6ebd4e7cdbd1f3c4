import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

import { writeCsv } from '../../../platform/text/csv.ts'
import { makeImportDesk, panelPlan, served } from '../../../test/build/panels/import-desk.ts'
import { panelUser, type PanelRow, type PanelRows } from '../../../test/build/panels/rows.ts'
import { writeDump } from '../../../test/build/panels/write-dump.ts'
import { checkBooksAfterEach } from '../../../test/look/books.ts'
import { dumpEveryRow } from '../../../test/look/every-row.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { checkSource } from '../check-source.ts'
import { VALUE_MAX_BYTES } from '../reader/read-file.ts'
import { runImport } from './run-import.ts'

const app = await makeApp()
const { db } = app
checkBooksAfterEach(db)
const { folder, ctx, newReseller, accounts } = makeImportDesk(app)

const plain = { v2_user: [panelUser(1, { balance: 500 })] }
const dumpOf = (rows: PanelRows = plain) => writeDump('v2board', rows)
const END = '-- Dump completed'
/** The dump of a good business with something before its last line. */
const withMore = (more: string) => dumpOf().replace(END, `${more}\n${END}`)
const users = (...rows: PanelRow[]) => dumpOf({ v2_user: rows })
/** The bytes of a dump in which a sign stands for those of another encoding. */
function inBytes(dump: string, sign: string, bytes: readonly number[]): Buffer {
  const [before = '', after = ''] = dump.split(sign)
  return Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)])
}

function keep(content: string | Buffer): string {
  const file = path.join(folder, `${randomUUID()}.sql`)
  writeFileSync(file, content)
  return file
}

const run = (resellerId: number, file: string, hasLooked: boolean) =>
  runImport(ctx(), { file, resellerId, source: 'panel', wholesalePercent: 40, hasLooked })

/** What is never taken, whatever somebody says: the sentence of the command. */
const REFUSED: [what: string, content: string | Buffer, says: RegExp][] = [
  ['a dump that is cut off', dumpOf().slice(0, -60), /ends in the middle/],
  ['a dump that is cut off between two statements', dumpOf().replace(/-- Dump completed.*/, ''), /ends in the middle/],
  ['a gzip file that is cut off', gzipSync(dumpOf()).subarray(0, -12), /ends in the middle|in the middle/],
  ['absurd money', users(panelUser(1, { balance: 99_999_999_999_999_999n })), /more money than there can be/],
  ['absurd commission', users(panelUser(1, { commission_balance: 99_999_999_999_999n })), /more money than there can/],
  ['a dump of something else', 'create table users (id int);insert into users values (1);', /No table v2_user/],
  ['no dump at all', '<html>"\'`/*', /No table v2_user/],
  ['a packed file', Buffer.from('377abcaf271c', 'hex'), /packed by 7z/],
]

test.each(REFUSED)('%s is refused by a sentence, and not one row differs', async (_what, content, says) => {
  const resellerId = await newReseller()
  const before = await dumpEveryRow(db)
  await expect(run(resellerId, keep(content), true)).rejects.toThrow(says)
  expect(await dumpEveryRow(db)).toBe(before)
})

const HUGE = 'x'.repeat(VALUE_MAX_BYTES + 1)
/** What somebody must look at: the report's sentence, and how many users come when somebody did. */
const LOOKED_AT: [what: string, content: string | Buffer, says: RegExp, users: number][] = [
  ['SQL that changes rows', withMore('UPDATE v2_user SET balance = 9;DELETE FROM v2_user;'), /never run/, 1],
  ['SQL that reads a file', withMore("LOAD DATA INFILE '/etc/passwd' INTO TABLE v2_user;"), /never run/, 1],
  ['SQL that is for our database', withMore('DROP TABLE accounts CASCADE;GRANT ALL ON *.* TO x;'), /never run/, 1],
  ['rows that a query makes', withMore('INSERT INTO v2_user SELECT * FROM v2_user;'), /INSERT … SELECT/, 1],
  ['rows of the wrong length', withMore("INSERT INTO v2_user VALUES (2,'short');"), /more or fewer values/, 1],
  ['an encoding that we cannot read', withMore('SET NAMES utf32;'), /encodings that we cannot read/, 1],
  [
    'texts in another encoding than it declares',
    inBytes(users(panelUser(1, { email: '鱼@example.com' })), '鱼', [0xd3, 0xe3]),
    /not in the encoding that the file declares/,
    1,
  ],
  ['a second panel in the file', withMore(`USE \`other\`;\n${dumpOf()}`), /further databases/, 1],
  ['a balance below zero', users(panelUser(1, { balance: -1 })), /below zero/, 1],
  ['a balance that is no number', users(panelUser(1, { balance: '1e9' })), /no whole number of cents/, 1],
  ['users with one number', users(panelUser(1), panelUser(1, { email: 'x@example.com' })), /number/, 1],
  ['a value beyond four megabytes', users(panelUser(1, { email: HUGE }), panelUser(2)), /too long/, 2],
]

test.each(LOOKED_AT)('%s is named, waits for a look, and harms nothing then', async (_what, content, says, people) => {
  const resellerId = await newReseller()
  const file = keep(content)
  const { findings } = await checkSource(ctx(), file)
  const said = findings.filter(({ needsLook }) => needsLook).map((finding) => `${finding.says}: ${finding.becomes}`)
  expect(said.join('\n')).toMatch(says)
  const before = await dumpEveryRow(db)
  await expect(run(resellerId, file, false)).rejects.toThrow(/need a look first/)
  expect(await dumpEveryRow(db)).toBe(before)
  const { brought, source } = await run(resellerId, file, true)
  expect([brought.users, (await accounts(resellerId)).length]).toEqual([people, people])
  expect(BigInt(brought.balanceFen)).toBe(source.sums.balanceBookedFen)
})

test('a dump in GBK comes with its signs as they are', async () => {
  const resellerId = await newReseller()
  const dump = users(panelUser(1, { email: '鱼@example.com' })).replace('SET NAMES utf8mb4', 'SET NAMES gbk')
  await run(resellerId, keep(inBytes(dump, '鱼', [0xd3, 0xe3])), false)
  expect((await accounts(resellerId)).map(({ email }) => email)).toEqual(['鱼@example.com'])
})

test('HTML and formulas in names stay text, here and in a spreadsheet', async () => {
  const resellerId = await newReseller()
  const evil = '=HYPERLINK("//x.example")<script>x</script>'
  const rows = {
    v2_user: [panelUser(1, { ...served, email: `${evil}@example.com`, remarks: evil })],
    v2_plan: [{ ...panelPlan, name: evil }],
    v2_notice: [{ id: 1, title: evil, content: evil, show: 1 }],
    v2_ticket: [{ id: 1, user_id: 1, subject: evil, level: 0, status: 0 }],
    v2_ticket_message: [{ id: 1, ticket_id: 1, user_id: 1, message: evil }],
    v2_server_trojan: [
      { id: 1, name: evil, host: `evil${resellerId}.example.com`, port: '443', rate: '1', show: 1, group_id: '["1"]' },
    ],
  }
  const { findings } = await checkSource(ctx(), keep(dumpOf(rows)))
  expect(findings.map(({ code }) => code)).toContain('nameMarkup')
  const { brought } = await run(resellerId, keep(dumpOf(rows)), true)
  expect(brought).toMatchObject({ users: 1, packages: 1, nodes: 1, notices: 1, tickets: 1 })
  const [account] = await accounts(resellerId)
  expect(account!.userName).toMatch(/^[A-Za-z0-9_.@-]{4,40}$/)
  const cells = writeCsv([[account!.userName], [account!.email ?? '']])
  expect(cells.split('\r\n').map((cell) => /^\uFEFF?"?'[=-]/.test(cell))).toEqual([true, true, false])
  const notice = await db.kysely.selectFrom('notices').selectAll().where('resellerId', '=', resellerId).execute()
  expect(notice.map(({ body }) => body.includes('<'))).toEqual([false])
})
