import { spawn } from 'node:child_process'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

import { killHard, nextMessage, startProcess } from '../../test/run/owner-process.ts'
import { makeScratchDir } from '../../test/run/scratch-dir.ts'
import { lockDataDir, ownsDataDirLock } from './data-dir-lock.ts'

const LOCK = `
const { lockDataDir } = await platform('postgres/data-dir-lock.ts')
await lockDataDir(process.argv[1])
process.send('held')`

test('tells a second holder in another process who has the folder, and changes nothing', async () => {
  const dataDir = join(await makeScratchDir(), 'data')
  const holder = startProcess(LOCK, { args: [dataDir] })
  await nextMessage(holder)
  const before = await readdir(dataDir)

  await expect(lockDataDir(dataDir)).rejects.toThrow(
    new RegExp(`^The data folder ${dataDir} is already in use by process ${holder.pid} on .*Nothing was changed`),
  )
  expect(await readdir(dataDir)).toEqual(before)
  expect(await ownsDataDirLock(dataDir)).toBe(false)
})

test('refuses a second holder in the same process too', async () => {
  const dataDir = join(await makeScratchDir(), 'data')
  const lock = await lockDataDir(dataDir)

  await expect(lockDataDir(dataDir)).rejects.toThrow(`process ${process.pid}`)
  expect(await ownsDataDirLock(dataDir)).toBe(true)

  await lock.release()
  await lock.release()
  await (await lockDataDir(dataDir)).release()
})

test('frees the lock of a killed process at once', async () => {
  const dataDir = join(await makeScratchDir(), 'data')
  const holder = startProcess(LOCK, { args: [dataDir] })
  await nextMessage(holder)
  await killHard(holder)

  const lock = await lockDataDir(dataDir)
  await lock.release()
})

test('ignores a left-behind name of a live stranger', async () => {
  const dataDir = join(await makeScratchDir(), 'data')
  await (await lockDataDir(dataDir)).release()
  const stranger = spawn('sleep', ['60'])
  onTestFinished(() => void stranger.kill())
  await writeFile(join(dataDir, 'owner.json'), JSON.stringify({ pid: stranger.pid, host: 'here', since: 'then' }))

  const lock = await lockDataDir(dataDir)
  await lock.release()
  expect(stranger.exitCode).toBeNull()
})
