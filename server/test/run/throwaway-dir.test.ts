import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { identifyHolder } from '../../platform/postgres/lock-file.ts'
import { killHard, nextMessage, startProcess, type OwnerMessage } from './owner-process.ts'
import { makeScratchDir } from './scratch-dir.ts'

const RUN = `
const { makeThrowawayDir } = await platform('../test/run/throwaway-dir.ts')
const { launchPostgres } = await platform('postgres/launch.ts')
const { loadLockFile } = await platform('postgres/lock-file.ts')
const { path } = await makeThrowawayDir()
const { connection } = await launchPostgres({ dataDir: path + '/data', settings: { fsync: 'off' } })
process.send({ path, connection, postmaster: (await loadLockFile(path + '/data/postgres')).pid })
`

test('the next start removes the folder and server of a killed run; those of a live run stay', async () => {
  const [killed, alive] = [startProcess(RUN), startProcess(RUN)]
  const [old, current] = await Promise.all([killed, alive].map((child) => nextMessage<Run>(child)))
  await killHard(killed)
  expect(existsSync(old!.path)).toBe(true)

  await makeScratchDir()
  expect(existsSync(old!.path)).toBe(false)
  expect(existsSync(old!.connection.host)).toBe(false)
  expect(await identifyHolder(old!.postmaster, join(old!.path, 'data', 'postgres'))).not.toBe('ours')
  expect(await identifyHolder(current!.postmaster, join(current!.path, 'data', 'postgres'))).toBe('ours')

  await killHard(alive)
  await makeScratchDir()
  expect(existsSync(current!.path)).toBe(false)
})

type Run = OwnerMessage & { path: string }
