import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'

import { ConfigError, readConfig } from '../../config.ts'
import { clock } from '../../platform/clock.ts'
import { atFileEnd } from '../../test/run/endings.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { makeThrowawayDir } from '../../test/run/throwaway-dir.ts'
import { waitUntil } from '../../test/run/wait-until.ts'
import { backUpNightly } from './make-backup.ts'
import { runBackupHook } from './run-hook.ts'

const folder = await makeThrowawayDir()
atFileEnd(() => folder.remove())
const inFolder = (name: string) => path.join(folder.path, name)
const elsewhere = inFolder('elsewhere')
await mkdir(elsewhere)
const { db, app, config } = await makeApp({ BACKUP_DIR: inFolder('backups'), BACKUP_PASSPHRASE: 'canary passphrase' })

async function withHook(name: string, script: string, more: { words?: string; limitS?: number } = {}) {
  const program = inFolder(name)
  await writeFile(program, `#!/bin/sh\n${script}\n`)
  await chmod(program, 0o755)
  const secrets = { SECRET_KEY: 'key canary '.repeat(4), BACKUP_PASSPHRASE: 'canary passphrase' }
  const env = { PATH: '/usr/bin:/bin', ...secrets, BACKUP_HOOK: `${program} ${more.words ?? ''}` }
  const { hook } = readConfig(env).backup
  return { db, config: { ...config, backup: { ...config.backup, hook, hookLimitS: more.limitS ?? 60 } } }
}
const alerts = () =>
  db.kysely.selectFrom('alerts').select(['kind', 'detail', 'resolvedAt']).where('kind', '=', 'backup.hook').execute()

test('hands each backup to the program, which sees the file and none of our secrets', async () => {
  const ctx = await withHook(
    'take-away',
    `env > ${elsewhere}/env; printf '%s\\n' "$@" > ${elsewhere}/args; cp "$1" ${elsewhere}/`,
  )
  await backUpNightly({ ...ctx, now: clock.now(), log: app.log as never, isLastAttempt: false })
  const { file } = await db.kysely.selectFrom('backupRuns').select('file').executeTakeFirstOrThrow()
  expect(await readFile(path.join(elsewhere, 'args'), 'utf8')).toBe(`${file}\n`)
  expect(await readFile(path.join(elsewhere, path.basename(file)))).toEqual(await readFile(file))
  const seen = await readFile(path.join(elsewhere, 'env'), 'utf8')
  expect(seen).toContain('PATH=/usr/bin:/bin')
  expect(seen).not.toMatch(/canary|SECRET_KEY|BACKUP_/)
  expect(await alerts()).toEqual([])
})

test('passes words without a shell, and replaces {} by the file everywhere', async () => {
  const ctx = await withHook('args', `printf '%s\\n' "$@" > ${elsewhere}/args`, { words: 'copy {} remote:$HOME;true' })
  expect(await runBackupHook(ctx, '/backups/a b.yxb')).toBeNull()
  expect(await readFile(path.join(elsewhere, 'args'), 'utf8')).toBe('copy\n/backups/a b.yxb\nremote:$HOME;true\n')
})

test('a failure raises one alert with its reason, and the next success closes it', async () => {
  const failing = await withHook('failing', 'echo first >&2; echo no room there >&2; exit 3')
  expect(await runBackupHook(failing, '/b.yxb')).toBe('exit 3: no room there')
  expect(await runBackupHook(failing, '/b.yxb')).toBe('exit 3: no room there')
  const missing = { ...failing, config: await missingProgram(failing.config) }
  expect(await runBackupHook(missing, '/b.yxb')).toBe('cannot be started (ENOENT)')
  expect(await alerts()).toEqual([
    { kind: 'backup.hook', detail: { reason: 'exit 3: no room there', file: '/b.yxb' }, resolvedAt: null },
  ])
  expect(await runBackupHook(await withHook('fine', 'exit 0'), '/b.yxb')).toBeNull()
  expect(await alerts()).toMatchObject([{ resolvedAt: expect.any(Date) }])
})

async function missingProgram<T extends { backup: object }>(config: T): Promise<T> {
  const hook = { program: inFolder('not-there'), args: ['{}'], env: {} }
  return { ...config, backup: { ...config.backup, hook } }
}

test('ends a program that does not end by itself, with everything it started', async () => {
  const pidFile = inFolder('pid')
  const ctx = await withHook('hanging', `sleep 600 & echo $! > ${pidFile}; wait`, { limitS: 1 })
  expect(await runBackupHook(ctx, '/b.yxb')).toBe('not done after 1 s')
  const pid = Number(await readFile(pidFile, 'utf8'))
  const isGone = async () => {
    try {
      process.kill(pid, 0)
      return (await readFile(`/proc/${pid}/stat`, 'utf8')).includes(') Z ')
    } catch {
      return true
    }
  }
  await waitUntil(isGone, 'the end of what it started')
})

test('refuses a program without its full path at the start', async () => {
  const read = () => readConfig({ BACKUP_HOOK: 'rclone copy {} remote:', SECRET_KEY: 's'.repeat(40) })
  expect(read).toThrow(ConfigError)
  expect(read).toThrow('BACKUP_HOOK must begin with the whole path of a program, not "rclone"')
})
