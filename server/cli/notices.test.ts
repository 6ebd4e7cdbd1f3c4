import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { limits } from '../../contract/limits.ts'
import { buildReseller } from '../test/build/factories.ts'
import { dumpEveryRow } from '../test/look/every-row.ts'
import { makeApp } from '../test/run/make-app.ts'
import { makeCli, makeCliHere } from '../test/run/run-cli.ts'
import { makeScratchDir } from '../test/run/scratch-dir.ts'

const SECRET_KEY = 'the secret of the notices test, long enough'
const { db, config } = await makeApp({ SECRET_KEY })
const settings = { DATABASE_URL: config.databaseUrl ?? '', SECRET_KEY }
const yx = makeCliHere(settings)
/** Only a separate process has its own standard input. */
const piping = await makeCli(settings)
await buildReseller(db, { id: 260 })

const notices = () => db.kysely.selectFrom('notices').selectAll().orderBy('id').execute()
const audits = () => db.kysely.selectFrom('auditLog').select(['action', 'subject', 'detail']).orderBy('id').execute()

test('publishes from a file and from standard input, lists and withdraws, each with its audit row', async () => {
  const file = join(await makeScratchDir(), 'notice.md')
  await writeFile(file, '# 维护\n\n今晚 **两点** 升级\n')
  const times = ['--at', '2026-11-14T09:00:00+08:00', '--expires', '2099-01-01T00:00:00Z']
  const english = join(await makeScratchDir(), 'notice-en.md')
  await writeFile(english, 'At **two** tonight\n')
  const inEnglish = ['--title-en', 'Upgrade', '--file-en', english]
  const words = ['notices', 'publish', '--reseller', '260', '--title', '维护', '--file', file]
  const first = await yx([...words, ...inEnglish, ...times])
  const half = await yx([...words, '--title-en', 'Upgrade'])
  expect([half.exitCode, half.err]).toEqual([1, expect.stringContaining('languages')])
  expect([first.exitCode, first.err]).toEqual([0, ''])
  expect(first.out).toContain('今晚 两点 升级')
  const piped = ['notices', 'publish', '--all', '--title', '新节点', '--pinned', '--json']
  const second = await piping(piped, { input: '日本节点已上线' })
  expect(second.json).toMatchObject({ success: true, data: { title: '新节点', summary: '日本节点已上线' } })
  expect(await notices()).toMatchObject([
    {
      resellerId: 260,
      title: '维护',
      titles: { en: 'Upgrade' },
      bodies: { en: 'At **two** tonight' },
      body: '# 维护\n\n今晚 **两点** 升级',
      isPinned: false,
      publishedAt: new Date('2026-11-14T01:00:00Z'),
      expiresAt: new Date('2099-01-01T00:00:00Z'),
    },
    { resellerId: null, title: '新节点', isPinned: true, expiresAt: null },
  ])
  const [one, two] = await notices()
  expect((await yx('notices list')).out).toContain('新节点')
  expect((await yx('notices list --reseller 260')).out).not.toContain('新节点')
  const withdraw = `notices withdraw --notice ${one!.id} --json`
  expect((await yx(withdraw)).json.data).toEqual({ changed: true })
  expect((await yx(withdraw)).json.data).toEqual({ changed: false })
  expect((await notices())[0]!.withdrawnAt).not.toBeNull()
  expect(await audits()).toMatchObject([
    { action: 'notice.published', subject: `notice:${one!.id}`, detail: { bodyLength: expect.any(Number) } },
    { action: 'notice.published', subject: `notice:${two!.id}` },
    { action: 'operator.notices_listed', detail: { found: 2 } },
    { action: 'operator.notices_listed', detail: { found: 1 } },
    { action: 'notice.withdrawn', subject: `notice:${one!.id}`, detail: { changed: true } },
    { action: 'notice.withdrawn', detail: { changed: false } },
  ])
})

test('a dry run says what would happen, and changes nothing', async () => {
  const before = await dumpEveryRow(db)
  const publish = await piping(['notices', 'publish', '--all', '--title', '试', '--dry-run'], { input: '**看看**' })
  expect([publish.exitCode, publish.out]).toEqual([
    0,
    expect.stringMatching(/^Nothing was changed.*\nNotice \d+ is published .*: 试\n看看/),
  ])
  const { id } = (await notices()).at(-1)!
  expect((await yx(`notices withdraw --notice ${id} --dry-run`)).out).toMatch(
    /^Nothing was changed.*\n.*now withdrawn: 新节点/,
  )
  expect(await dumpEveryRow(db)).toBe(before)
})

const publish = (...args: string[]) => ['notices', 'publish', ...args]
test.each<[string, string[], string, number]>([
  ['nobody to tell', publish('--title', 'x'), 'y', 2],
  ['everybody and one', publish('--all', '--reseller', '260', '--title', 'x'), 'y', 2],
  ['no title', publish('--all'), 'y', 2],
  ['a missing file', publish('--all', '--title', 'x', '--file', '/nowhere/at/all.md'), '', 2],
  ['a time without a zone', publish('--all', '--title', 'x', '--at', '2026-11-14T09:00:00'), 'y', 2],
  ['a day that is none', publish('--all', '--title', 'x', '--expires', '2026-13-40T09:00:00Z'), 'y', 2],
  ['an unknown reseller', publish('--reseller', '999', '--title', 'x'), 'y', 1],
  ['an empty title', publish('--all', '--title', ''), 'y', 1],
  ['a title of two lines', publish('--all', '--title', 'a\nb'), 'y', 1],
  ['a long title', publish('--all', '--title', '鱼'.repeat(limits.noticeTitleMax + 1)), 'y', 1],
  ['no words', publish('--all', '--title', 'x'), ' \n ', 1],
  ['a book', publish('--all', '--title', 'x'), '鱼'.repeat(limits.noticeBodyMax + 1), 1],
  ['an end before the beginning', publish('--all', '--title', 'x', '--expires', '2020-01-01T00:00:00Z'), 'y', 1],
  ['an unknown notice', ['notices', 'withdraw', '--notice', '99999'], '', 1],
])('refuses %s and changes nothing', async (_what, args, input, exitCode) => {
  const before = await dumpEveryRow(db)
  const run = await piping(args, { input })
  expect(run.exitCode, run.out + run.err).toBe(exitCode)
  expect(await dumpEveryRow(db)).toBe(before)
})
