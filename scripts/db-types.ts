// Generates server/platform/db/db-types.ts and server/migrations/schema.sql from the migrations. With --verify it only
// compares.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { createDb, type Db } from '../server/platform/db/db.ts'
import { migrate } from '../server/platform/db/migrate.ts'
import { launchPostgres } from '../server/platform/postgres/launch.ts'
import { findClosedColumns } from './closed-columns.ts'
import { dumpSchema } from './schema-dump.ts'

const ROOT = join(import.meta.dirname, '..')
const CODEGEN = join(ROOT, 'node_modules', 'kysely-codegen', 'dist', 'cli', 'bin.js')

type Generated = { path: string; text: string }

async function generate(): Promise<Generated[]> {
  const folder = await mkdtemp(join(tmpdir(), 'yuxian-db-types-'))
  try {
    const postgres = await launchPostgres({
      dataDir: folder,
      settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '32MB' },
    })
    const db = createDb({ connection: postgres.connection, poolSize: 2 })
    try {
      await migrate(db)
      const types = await generateTypes(db, postgres.url, join(folder, 'db-types.ts'))
      return [
        { path: 'server/platform/db/db-types.ts', text: types },
        { path: 'server/migrations/schema.sql', text: await dumpSchema(db.pool) },
      ]
    } finally {
      await db.close()
      await postgres.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function generateTypes(db: Db, url: string, outFile: string): Promise<string> {
  const columns = await findClosedColumns(db.pool)
  const args = ['--dialect', 'postgres', '--url', url, '--camel-case', '--exclude-pattern', 'graphile_worker.*']
  // This belongs to the parser in db-rows.ts: without the mapping int8 would be a string.
  args.push('--type-mapping', '{"int8":"number"}', '--overrides', JSON.stringify({ columns }), '--out-file', outFile)
  await promisify(execFile)(process.execPath, [CODEGEN, ...args], { cwd: ROOT })
  return readFile(outFile, 'utf8')
}

async function compare({ path, text }: Generated): Promise<boolean> {
  const current = await readFile(join(ROOT, path), 'utf8').catch(() => '')
  if (current === text) return true
  console.error(`${path} is stale. Run "node scripts/db-types.ts". What differs:`)
  const [old, fresh] = [current.split('\n'), text.split('\n')]
  for (const line of linesMissing(old, fresh)) console.error(`- ${line}`)
  for (const line of linesMissing(fresh, old)) console.error(`+ ${line}`)
  return false
}

/** Lines of `from` that `others` lacks, counting repeats: enough to see what changed, without a diff program. */
function linesMissing(from: string[], others: string[]): string[] {
  const counts = new Map<string, number>()
  for (const line of others) counts.set(line, (counts.get(line) ?? 0) + 1)
  return from.filter((line) => {
    const count = counts.get(line) ?? 0
    counts.set(line, count - 1)
    return count <= 0
  })
}

const generated = await generate()
if (process.argv.includes('--verify')) {
  const results = await Promise.all(generated.map(compare))
  if (results.includes(false)) process.exitCode = 1
} else {
  for (const { path, text } of generated) await writeFile(join(ROOT, path), text)
}
