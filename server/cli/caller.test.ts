import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'

import { release } from '../platform/release.ts'
import { makeApp } from '../test/run/make-app.ts'
import { makeCliHere } from '../test/run/run-cli.ts'
import { makeScratchDir } from '../test/run/scratch-dir.ts'
import { answer } from './answer.ts'

const SECRET_KEY = 'the secret of the test of callers, long enough'
const { config } = await makeApp({ SECRET_KEY })

test('help and version are words too, and say how commands are typed here', async () => {
  const yx = makeCliHere({})
  const [all, group, one] = [await yx('help'), await yx('help backup'), await yx('help backup verify')]
  expect([all.exitCode, all.out]).toEqual([0, expect.stringContaining('Usage: npm run -s yx -- <command>')])
  expect([group.exitCode, group.out.includes('backup list'), group.out.includes('users reset-code')]).toEqual([
    0,
    true,
    false,
  ])
  expect(one).toEqual(await yx('backup verify --help'))
  expect((await yx('version')).out).toBe(`yuxian ${release}\n`)
  expect((await yx('version --json')).json).toEqual({ success: true, data: { version: release } })
  vi.stubEnv('CALLED_AS', 'yx')
  expect((await yx('help')).out).toContain('Usage: yx <command>')
  expect((await yx('backup verify')).err).toContain('Usage: yx backup verify [options]')
  expect((await yx('bakcup list')).err).toContain('All of them: yx help')
  vi.stubEnv('CALLED_AS', undefined)
})

test('a backup is named as the list shows it, and other paths are those of the folder of the caller', async () => {
  const [here, backups] = [await makeScratchDir(), await makeScratchDir()]
  const yx = makeCliHere({ DATABASE_URL: config.databaseUrl ?? '', SECRET_KEY, BACKUP_DIR: backups, INIT_CWD: here })
  writeFileSync(path.join(here, 'pass'), 'correct horse battery\n')
  const made = await yx('backup create --file one.yxb --passphrase-file pass')
  expect([made.exitCode, made.err, existsSync(path.join(backups, 'one.yxb'))]).toEqual([0, '', true])
  expect((await yx('backup create --file ./two.yxb')).exitCode).toBe(0)
  expect(existsSync(path.join(here, 'two.yxb'))).toBe(true)
  expect((await yx('backup list')).out).toMatch(/^one\.yxb /m)
  expect((await yx('backup list --folder .')).out).toMatch(/^two\.yxb /m)
  expect((await yx('backup verify --file one.yxb --passphrase-file pass')).out).toContain('Whole: ')
  expect((await yx('backup verify --file ./two.yxb')).out).toContain('Whole: ')
  expect((await yx('backup verify --file two.yxb')).err).toBe(`There is no file ${path.join(backups, 'two.yxb')}.\n`)
  vi.unstubAllEnvs()
})

test('beside an installed one, a command without settings stops and writes nothing', async () => {
  const folder = await makeScratchDir()
  const [settings, dataDir] = [path.join(folder, 'yuxian.env'), path.join(folder, 'data')]
  writeFileSync(settings, 'MODE=production\nPUBLIC_URL=https://shop.example\nSECRET_KEY=hush\n')
  for (const [name, value] of Object.entries({ DATA_DIR: dataDir, MODE: '', DATABASE_URL: '' })) vi.stubEnv(name, value)
  for (const line of [
    'users reset-code --reseller 0 --user x',
    'database migrate',
    'backup list',
    'import check --file x',
  ]) {
    const run = await answer(line.split(' '), settings)
    expect([line, run.exitCode, run.out]).toEqual([line, 1, ''])
    expect(run.err).toMatch(
      /^Here https:\/\/shop\.example \(.*\) is installed, .* sandbox in .*\/data\. Nothing was written/,
    )
    expect(run.err).not.toContain('hush')
  }
  expect((await answer(['help'], settings)).exitCode).toBe(0)
  expect(existsSync(dataDir)).toBe(false)
  vi.stubEnv('MODE', 'sandbox')
  expect((await answer(['backup', 'list'], settings)).exitCode).toBe(0)
  expect((await answer(['backup', 'list'], path.join(folder, 'none'))).exitCode).toBe(0)
  vi.unstubAllEnvs()
})
