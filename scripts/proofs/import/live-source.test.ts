import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { checkSource } from '../../../server/domains/imports/check-source.ts'
import { readLiveAddress } from '../../../server/domains/imports/reader/live-address.ts'
import { LiveConnection } from '../../../server/domains/imports/reader/live-connection.ts'
import { runImport } from '../../../server/domains/imports/run/run-import.ts'
import { clock } from '../../../server/platform/clock.ts'
import { makeImportDesk } from '../../../server/test/build/panels/import-desk.ts'
import { panelRows } from '../../../server/test/build/panels/rows.ts'
import { writeDump } from '../../../server/test/build/panels/write-dump.ts'
import { checkBooksAfterEach } from '../../../server/test/look/books.ts'
import { makeApp } from '../../../server/test/run/make-app.ts'
import { makeCliHere } from '../../../server/test/run/run-cli.ts'
import { hasMariaDb, startMariaDb, type MariaDb } from './mariadb.ts'

const PASSWORD = 'reads-only-and-42'
const LOGS = 'v2_mail_log'
const isThere = hasMariaDb()
if (!isThere) {
  console.warn('Skipped: reading a live database. MariaDB is not installed (apt-get install mariadb-server).')
}

describe.skipIf(!isThere)('a live MariaDB', () => {
  let db: MariaDb
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'yuxian-live-'))
    db = await startMariaDb()
    await db.ask(`create user reader@localhost identified by '${PASSWORD}'`)
    await db.ask(`create table ${LOGS} (id bigint primary key auto_increment, email varchar(64), error text)`)
    await db.ask(`insert into ${LOGS} (email) select 'somebody@example.com' from seq_1_to_5000`)
    await db.ask(`analyze table ${LOGS}`)
    // Seen in the list of tables, and refused to whoever would read it.
    await db.ask(`grant insert on panel.${LOGS} to reader@localhost`)
  })
  afterAll(async () => {
    await db.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const address = () => `mysql://reader@localhost/panel?socket=${encodeURIComponent(db.socket)}`
  const live = () => ({ ...readLiveAddress(address()), password: PASSWORD })

  async function load(panel: 'v2board' | 'fork' | 'xboard'): Promise<string> {
    const [made, dumped] = [path.join(folder, 'made.sql'), path.join(folder, `${panel}.sql`)]
    await writeFile(made, writeDump(panel, panelRows(panel), 'phpMyAdmin').replaceAll(/^COMMIT;$/gm, ''))
    await db.load(made)
    for (const table of await tables()) await db.ask(`grant select on panel.\`${table}\` to reader@localhost`)
    await db.dump([], dumped)
    return dumped
  }

  async function tables(): Promise<string[]> {
    const [names = ''] = await db.ask(
      `select group_concat(table_name) from information_schema.tables where table_schema = 'panel' and table_name <> '${LOGS}'`,
    )
    return names.split(',')
  }

  test.each(['v2board', 'fork', 'xboard'] as const)('of %s says what its dump says', async (panel) => {
    const now = clock.now()
    const fromFile = await checkSource({ now }, await load(panel))
    const read = await checkSource({ now }, live())
    const told = ({ panel: name, counts, sums, passwords, findings }: typeof read) => {
      return { name, counts, sums, passwords, findings }
    }
    expect(told(read)).toEqual(told(fromFile))
    expect(read.file).toMatchObject({ kind: 'live', madeBy: expect.stringMatching(/^MariaDB \d+\.\d+/) })
    expect(read.passedOver).toMatchObject({ [LOGS]: expect.any(Number) })
  })

  test('is read as of one moment, and nothing can be written to it', async () => {
    await load('fork')
    const connection = await LiveConnection.open(live())
    const balance = async () => {
      let text = ''
      await connection.read('select balance from v2_user where id = 1', ([cell]) => {
        text = String(cell)
      })
      return text
    }
    try {
      await db.ask('update v2_user set balance = 1 where id = 1')
      expect(await balance()).toBe('12345')
      await expect(connection.read('update v2_user set balance = 2', () => {})).rejects.toMatchObject({
        code: expect.stringMatching(/READ_ONLY|DENIED/),
      })
    } finally {
      connection.close()
    }
    expect(await db.ask('select balance from v2_user where id = 1')).toEqual(['1'])
  })

  test('gives numbers, moments and signs as they are there, and no value beyond 4 MB', async () => {
    await load('xboard')
    await db.ask('update v2_user set u = 999999999999999999, d = 0 where id = 1')
    await db.ask('alter table v2_notice modify content longtext')
    await db.ask("update v2_notice set content = repeat('x', 5000000)")
    const { sums, findings } = await checkSource({ now: clock.now() }, live())
    expect(sums.usedBytes >= 999_999_999_999_999_999n).toBe(true)
    expect(findings.map(({ code }) => code)).toContain('rowsDamaged')
  })

  test('is refused by a sentence, without the password', async () => {
    for (const wrong of [
      { ...live(), password: 'not-the-password' },
      { ...live(), database: 'nowhere' },
      { ...live(), socket: '/nowhere/s' },
      { ...live(), socket: null, host: '127.0.0.1', port: 1 },
    ]) {
      const said = await checkSource({ now: clock.now() }, wrong).catch((error: Error) => error.message)
      expect(said).toMatch(/^[A-Z][^\n]+\.$/)
      expect(said).not.toContain(wrong.password)
    }
  })

  test('is looked at by the command, with the password from the environment', async () => {
    await load('fork')
    const yx = makeCliHere({ SOURCE_PASSWORD: PASSWORD, DATA_DIR: path.join(folder, 'none') })
    const { exitCode, out } = await yx(['import', 'check', address(), '--json'])
    const { data } = JSON.parse(out) as { data: { counts: { users: number } } }
    expect([exitCode, data.counts.users]).toEqual([1, 9])
    expect(out).not.toContain(PASSWORD)
  })

  describe('comes over', async () => {
    const app = await makeApp()
    checkBooksAfterEach(app.db)
    const { ctx, newReseller } = makeImportDesk(app)

    test('as a file does, and once', async () => {
      await load('fork')
      const resellerId = await newReseller()
      const wish = { file: live(), resellerId, source: 'panel', wholesalePercent: 40, hasLooked: true }
      const first = await runImport(ctx(), wish)
      expect(first.brought).toMatchObject({ users: 9, balanceFen: 20_012_345, commissionFen: 678 })
      expect((await runImport(ctx(), wish)).brought).toMatchObject({ users: 0, usersChanged: 0, entries: 0 })
    })
  })
})
