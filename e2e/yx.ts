import { spawnSync } from 'node:child_process'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..')

/** Without an address, the database is the embedded one in the server's folder. */
type Place = { portal: { dataDir: string }; databaseUrl?: string }

/** Runs an operator's command against the stage's database. */
export function yx(stage: Place, words: string[]): unknown {
  const run = spawnSync(process.execPath, ['server/cli/main.ts', ...words, '--json'], {
    cwd: root,
    env: envOf(stage),
    encoding: 'utf8',
  })
  if (run.status !== 0) throw new Error(run.stdout + run.stderr)
  return JSON.parse(run.stdout)
}

export function envOf(stage: Place): NodeJS.ProcessEnv {
  return { ...process.env, DATABASE_URL: stage.databaseUrl ?? '', DATA_DIR: stage.portal.dataDir, MODE: 'sandbox' }
}
