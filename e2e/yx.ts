import { spawnSync } from 'node:child_process'
import path from 'node:path'

import type { PlaneStage } from './plane/plane-stage.ts'

const root = path.join(import.meta.dirname, '..')

/** What an operator types, against the stage's database. */
export function yx(stage: PlaneStage, words: string[]): unknown {
  const run = spawnSync(process.execPath, ['server/cli/main.ts', ...words, '--json'], {
    cwd: root,
    env: envOf(stage),
    encoding: 'utf8',
  })
  if (run.status !== 0) throw new Error(run.stdout + run.stderr)
  return JSON.parse(run.stdout)
}

export function envOf(stage: PlaneStage): NodeJS.ProcessEnv {
  return { ...process.env, DATABASE_URL: stage.databaseUrl, DATA_DIR: stage.portal.dataDir, MODE: 'sandbox' }
}
