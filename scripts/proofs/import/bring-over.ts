import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'

import { readConfig } from '../../../server/config.ts'
import type { Progress } from '../../../server/domains/imports/run/context.ts'
import { isEven } from '../../../server/domains/imports/run/lines.ts'
import { runImport, type ImportReport } from '../../../server/domains/imports/run/run-import.ts'
import { checkBooks } from '../../../server/domains/ledger/check-books.ts'
import { createDb, type Db } from '../../../server/platform/db/db.ts'
import { buildReseller } from '../../../server/test/build/factories.ts'
import { panelRows, panelUser, type PanelRow } from '../../../server/test/build/panels/rows.ts'
import { writeDump } from '../../../server/test/build/panels/write-dump.ts'
import { CLI_MAIN } from '../../../server/test/run/run-cli.ts'
import { waitUntil } from '../../../server/test/run/wait-until.ts'

export type Move = { people: number; nodes: number; changes: number }
export type Moved = {
  killedAt: number
  firstSeconds: number
  stages: Record<string, number>
  sameSeconds: number
  changedSeconds: number
  problems: string[]
}

const RESELLER = 260
const FIRST_ID = 1000
const GIB = 1024 ** 3
const PATIENCE_MS = 3_600_000

/** The odd ones, and people with money, a plan, and an inviter. `isLater`: some of them have changed. */
function rowsOf({ people, nodes, changes }: Move, isLater: boolean) {
  const inAMonth = Math.floor(Date.now() / 1000) + 40 * 86_400
  const crowd = Array.from({ length: people }, (_, at): PanelRow => {
    const id = FIRST_ID + at
    const isChanged = isLater && at < changes
    const own = {
      balance: (id * 7919) % 100_003,
      commission_balance: id % 311,
      u: id * 1003,
      invite_user_id: at % 3 ? id - 1 : null,
    }
    const plan = { plan_id: 1, group_id: 1, transfer_enable: 100 * GIB, expired_at: inAMonth }
    const change = { balance: 5, u: 77, banned: at % 50 === 0 ? 1 : 0 }
    return panelUser(id, { ...own, ...plan, ...(isChanged ? change : {}) })
  })
  const node = { group_id: '["1"]', port: '443', server_port: 443, rate: '1', show: 1 }
  const rows = panelRows('v2board')
  rows['v2_user'] = [...rows['v2_user']!, ...crowd]
  rows['v2_server_trojan'] = Array.from({ length: nodes }, (_, at) => {
    return { ...node, id: at + 1, name: `node ${at}`, host: `n${at}.example.com` }
  })
  return rows
}

/** A business comes over by a command that is killed in the middle, goes on, comes again, and comes with changes. */
export async function bringOver(databaseUrl: string, move: Move): Promise<Moved> {
  const folder = await mkdtemp(path.join(tmpdir(), 'yuxian-import-'))
  const SECRET_KEY = randomBytes(32).toString('hex')
  const config = readConfig({ DATABASE_URL: databaseUrl, SECRET_KEY, LOG_LEVEL: 'silent' })
  const db = createDb({ url: databaseUrl, poolSize: 4, applicationName: 'yuxian-proof' })
  try {
    await buildReseller(db, { id: RESELLER })
    const [file, later] = [path.join(folder, 'first.sql'), path.join(folder, 'later.sql')]
    await writeFile(file, writeDump('v2board', rowsOf(move, false)))
    await writeFile(later, writeDump('v2board', rowsOf(move, true)))
    const killedAt = await killOne(db, { file, env: { DATABASE_URL: databaseUrl, SECRET_KEY }, people: move.people })
    const stages: Record<string, number> = {}
    let mark = performance.now()
    const onProgress = ({ stage, done, of }: Progress) => {
      if (done < of) return
      stages[stage] = (performance.now() - mark) / 1000
      mark = performance.now()
    }
    const run = async (from: string) => {
      const begun = performance.now()
      const ctx = { db, config, now: new Date(), actor: 'operator:proof', isDryRun: false, onProgress }
      const wish = { file: from, resellerId: RESELLER, source: 'panel', wholesalePercent: 40, hasLooked: true }
      const report = await runImport(ctx, wish)
      return { report, seconds: (performance.now() - begun) / 1000 }
    }
    const first = await run(file)
    const figures = { ...stages }
    const same = await run(file)
    const changed = await run(later)
    const problems = [
      ...findProblems(move, { first: first.report, same: same.report, changed: changed.report }),
      ...(await checkBooks(db)).problems.map(String),
    ]
    const times = { firstSeconds: first.seconds, sameSeconds: same.seconds, changedSeconds: changed.seconds }
    return { killedAt, stages: figures, ...times, problems }
  } finally {
    await db.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Kills the command while it wraps passwords, and says how far it was. */
async function killOne(
  db: Db,
  { file, env, people }: { file: string; env: NodeJS.ProcessEnv; people: number },
): Promise<number> {
  const words = [
    'import',
    'run',
    '--file',
    file,
    '--reseller',
    String(RESELLER),
    '--wholesale-percent',
    '40',
    '--looked',
  ]
  const settings = { PATH: process.env['PATH'], MODE: 'sandbox', ...env }
  const child = spawn(process.execPath, [CLI_MAIN, ...words], { env: settings, stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const count = async () => (await db.kysely.selectFrom('importPasswords').select('oldKey').execute()).length
  const goal = Math.min(people / 2, 1000)
  await waitUntil(
    async () => child.exitCode !== null || (await count()) >= goal,
    'the command wraps passwords',
    PATIENCE_MS,
  )
  child.kill('SIGKILL')
  await ended
  return count()
}

function findProblems(
  { people, nodes, changes }: Move,
  runs: Record<'first' | 'same' | 'changed', ImportReport>,
): string[] {
  const { first, same, changed } = runs
  const all = people + 9
  const checks: [what: string, isSo: boolean][] = [
    ['every user came once', first.brought.users === all && same.brought.users === 0],
    ['the killed run was gone on with', first.brought.passwordsWrapped < all],
    ['one line a node for each', first.brought.lines >= people * nodes],
    ['the books have what the file says, to the cent', [first, same, changed].every(isEven)],
    ['the second run changed nothing', same.brought.entries + same.brought.lines + same.brought.servicesChanged === 0],
    ['the third brought the changes and no more', changed.brought.servicesChanged === changes],
  ]
  return checks.filter(([, isSo]) => !isSo).map(([what]) => `not so: ${what}`)
}
