import { globSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'

import { raiseAlert } from '../domains/alerts/alerts.ts'
import { clock } from '../platform/clock.ts'
import { buildStaff } from '../test/build/build-staff.ts'
import { buildAccount, buildReseller } from '../test/build/factories.ts'
import { fundReseller } from '../test/build/money-factories.ts'
import { atFileEnd } from '../test/run/endings.ts'
import { makeApp } from '../test/run/make-app.ts'
import { makeCliHere } from '../test/run/run-cli.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'yuxian-pages-'))
atFileEnd(() => rmSync(folder, { recursive: true, force: true }))
const docs = path.join(import.meta.dirname, '..', '..', 'docs', 'operations')

/** What a line of a page means, without the words beside it, its comment and where its output goes. */
function typedIn(page: string): string[] {
  const lines = readFileSync(path.join(docs, page), 'utf8').matchAll(/^yx (.+)$/gm)
  return [...lines].map(([, line]) => line!.replace(/(?: {2,}| +[#>]).*$/, ''))
}

/** Who types these elsewhere. */
const ELSEWHERE: Record<string, string> = {
  'update v0.4.0': 'the production proof',
  'update yuxian-0.4.0.tar.gz': 'the production proof',
  'go-back': 'the production proof',
  'database upgrade --from /opt/yuxian.old': 'server/platform/postgres, with two servers',
  'backup restore --file yuxian-20261115T194100Z-nightly.yxb': 'server/domains/backups, into an empty database',
  'clients fetch --client clash-meta --system android --url https://…/app.apk --checksum …':
    'server/cli/clients.test.ts, from a server beside it',
  'domains verify --host fish.example.org': 'server/domains/resellers, with a zone',
}

const app = await makeApp({ MODE: 'sandbox' })
const { db, config } = app
const yx = makeCliHere({
  DATABASE_URL: config.databaseUrl ?? '',
  SECRET_KEY: config.secretKey.toString(),
  BACKUP_DIR: folder,
})

/** What is wrong with a line, if anything. */
async function type(line: string): Promise<string[]> {
  const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!)
  const placed = words.map((word) => (/^(headers\.txt|users\.csv)$/.test(word) ? path.join(folder, word) : word))
  const { exitCode, err } = await yx(placed)
  // The doctor ends with 1 where no server runs.
  return exitCode === 0 || line === 'doctor' ? [] : [`${line}: ${exitCode} ${err}`]
}

/** What the pages speak of: a shop 260 with a user lihua, whose number is 12, a member boss and an alert. */
async function makeWorld(): Promise<void> {
  for (const id of [260, 1000]) await buildReseller(db, { id, isWhitelisted: true })
  await fundReseller(db, 260, 100_000)
  await db.pool.query(
    `select setval(pg_get_serial_sequence('accounts', 'id'), 11), setval(pg_get_serial_sequence('alerts', 'id'), 11)`,
  )
  await buildAccount(db, { resellerId: 260, userName: 'lihua' })
  for (const name of ['boss', 'chief']) await buildStaff(app, { resellerId: 260, name })
  await raiseAlert(db, { resellerId: null, kind: 'node.silent', subject: 'node:1' }, clock.now())
  writeFileSync(path.join(folder, 'headers.txt'), 'announce: hello\n')
}

test('every line of the pages for operators runs as it stands, or somewhere else', async () => {
  const pages = globSync('*.md', { cwd: docs })
  const first = ['install.md', 'resellers.md']
  const order = [...first, ...pages.filter((page) => !first.includes(page)).toSorted()]
  const typed = order.flatMap((page) => typedIn(page).map((line) => [page, line] as const))
  expect(typed.length).toBeGreaterThan(60)
  expect(Object.keys(ELSEWHERE).filter((line) => !typed.some(([, one]) => one === line))).toEqual([])
  await makeWorld()
  const unique = new Set(typed.map(([, line]) => line))
  const wrong: string[] = []
  for (const line of unique) {
    // Another page has blocked the same user.
    if (line.startsWith('call user.block')) await yx('call user.unblock --reseller 260 --id 12')
    if (line === 'backup verify --file yuxian-20261115T194100Z-nightly.yxb') {
      renameSync(path.join(folder, globSync('*.yxb', { cwd: folder })[0]!), path.join(folder, line.split(' ')[3]!))
    }
    if (!(line in ELSEWHERE)) wrong.push(...(await type(line)))
    else if (line.startsWith('domains verify'))
      await db.kysely.updateTable('resellerDomains').set({ verifiedAt: clock.now() }).execute()
  }
  expect(wrong).toEqual([])
})
