import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'

import { patient } from '../test/patience.ts'
import { root } from './step.ts'

/** What every bench and proof begins with. */
const BENCH = `
  import { loadLockFile } from './server/platform/postgres/lock-file.ts'
  import { startServer } from './server/test/run/server-process.ts'
  import { withDatabase } from './scripts/proofs/throwaway-server.ts'
  import { endAllOnSignal } from './test/end-on-signal.ts'
  void endAllOnSignal()
  await withDatabase(async (DATABASE_URL, folder) => {
    const server = await startServer({ dataDir: folder + '/server', env: { DATABASE_URL } })
    const { pid } = await loadLockFile(folder + '/postgres')
    console.log(JSON.stringify({ folder, pids: [server.pid, pid] }))
    await new Promise(() => {})
  })
`

test.each(['typo', 'growth many'])('refuses: bench %s', (words) => {
  const { status, stderr, stdout } = spawnSync(process.execPath, ['bench/main.ts', ...words.split(' ')], {
    cwd: root,
    encoding: 'utf8',
    timeout: patient(120_000),
  })
  expect(stderr).toContain('growth [users] [days], nodes FOLDER')
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
})

test.each([['SIGTERM', 143] as const, ['SIGINT', 130] as const])(
  '%s ends its database and its server',
  async (signal, code) => {
    const bench = spawn(process.execPath, ['--input-type=module', '-e', BENCH], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exited = once(bench, 'exit')
    const [line] = (await once(bench.stdout, 'data')) as [Buffer]
    const { folder, pids } = JSON.parse(line.toString()) as { folder: string; pids: number[] }
    const alive = () => pids.filter((pid) => existsSync(`/proc/${pid}/cwd`))
    expect(alive()).toEqual(pids)
    bench.kill(signal)
    expect(await exited).toEqual([code, null])
    expect(alive()).toEqual([])
    expect(existsSync(folder)).toBe(false)
  },
)
