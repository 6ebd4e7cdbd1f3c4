import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { loadCommands } from '../server/cli/commands.ts'
import { makeScratchDir } from '../server/test/run/scratch-dir.ts'
import { root } from './step.ts'

const commands = await loadCommands()

/** Stands in for systemd: says what it would start, and with which settings and files. */
const SYSTEMD_RUN = `#!/bin/sh
for word in "$@"; do
  case $word in
    --property=EnvironmentFile=/etc/*) ;;
    --property=EnvironmentFile=*) sed 's/^/env: /' "\${word##*=}" ;;
    */given/*) printf 'file: %s\\n' "$(cat "\${word#--*=}")" ;;
  esac
done
while [ "$1" != /opt/yuxian/server/cli/main.ts ]; do shift; done
shift
for word in "$@"; do printf 'word: %s\\n' "$word"; done
exit 7
`
/** The service's user may read everything but what has "secret" in its name. */
const RUNUSER = `#!/bin/sh
case $6 in *secret*) exit 1 ;; esac
`
const INSTALL = `#!/bin/sh
cp "$7" "$8"
`

async function makeInstalled() {
  const folder = await makeScratchDir()
  const [bin, given, here] = ['bin', 'given', 'here'].map((name) => path.join(folder, name))
  for (const each of [bin!, given!, here!]) mkdirSync(each)
  const stubs = { 'systemd-run': SYSTEMD_RUN, runuser: RUNUSER, install: INSTALL }
  for (const [name, text] of Object.entries(stubs)) writeFileSync(path.join(bin!, name), text, { mode: 0o755 })
  const file = path.join(folder, 'yx')
  writeFileSync(file, readFileSync(path.join(root, 'deploy', 'yx'), 'utf8').replace('/var/cache', given!))
  const yx = (words: readonly string[], env: Record<string, string> = {}) => {
    const all = { PATH: `${bin}:/usr/bin:/bin`, ...env }
    const { status, stdout, stderr } = spawnSync('/bin/sh', [file, ...words], {
      cwd: here!,
      env: all,
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([7, ''])
    const said = (kind: string) => [...stdout.matchAll(new RegExp(`^${kind}: (.*)$`, 'gm'))].map(([, rest]) => rest!)
    return { words: said('word'), files: said('file'), env: said('env'), left: spawnSync('ls', [given!]).stdout.length }
  }
  return { yx, here: here! }
}

test('relative paths are the caller’s, and of a backup only with a folder', async () => {
  const { yx, here } = await makeInstalled()
  const wordsOf = (line: string) => yx(line.split(' ')).words.join(' ')
  expect(wordsOf('import check panel.sql.gz --json')).toBe(`import check ${here}/panel.sql.gz --json`)
  expect(wordsOf('import run --reseller 260 --looked panel.sql')).toBe(
    `import run --reseller 260 --looked ${here}/panel.sql`,
  )
  expect(wordsOf('import check mysql://yuxian@127.0.0.1/panel')).toBe('import check mysql://yuxian@127.0.0.1/panel')
  expect(wordsOf('backup verify --file a.yxb --passphrase-file pass')).toBe(
    `backup verify --file a.yxb --passphrase-file ${here}/pass`,
  )
  expect(wordsOf('backup verify --file=./a.yxb')).toBe(`backup verify --file=${here}/./a.yxb`)
  expect(wordsOf('cards assign --codes -')).toBe('cards assign --codes -')
  expect(wordsOf('database upgrade --from ../old')).toBe(`database upgrade --from ${here}/../old`)
  const title = ['resellers', 'set', '--title', 'a  b', '--contact', '']
  expect(yx(title).words).toEqual(title)
  expect(yx([]).words).toEqual([])
})

test('a file that only the caller may read is handed over, and gone afterwards', async () => {
  const { yx, here } = await makeInstalled()
  writeFileSync(path.join(here, 'secret dump.sql'), 'rows of the old panel')
  writeFileSync(path.join(here, 'open'), 'token')
  const { words, files, left } = yx(['import', 'run', 'secret dump.sql', '--server-token-file', 'open'])
  expect(words[2]).toMatch(/\/given\/yx\.\w+\/1-secret dump\.sql$/)
  expect([files, words[4], left]).toEqual([['rows of the old panel'], `${here}/open`, 0])
})

test('who calls, the level of the log and the password of a source reach the command, in no argument', async () => {
  const { yx } = await makeInstalled()
  const env = { OPERATOR: 'mei', LOG_LEVEL: 'debug', SOURCE_PASSWORD: 'a"b$c\\d`e f\'' }
  const run = yx(['doctor'], env)
  expect(run.env).toEqual(['OPERATOR="mei"', 'LOG_LEVEL="debug"', 'SOURCE_PASSWORD="a\\"b\\$c\\\\d\\`e f\'"'])
  expect([run.words, run.left]).toEqual([['doctor'], 0])
  expect(yx(['doctor'], { SUDO_USER: 'li' }).env).toEqual(['OPERATOR="li"'])
})

test('it knows exactly the options of the commands that name a file or folder', async () => {
  const { yx, here } = await makeInstalled()
  for (const { name, options } of commands) {
    const withValue = Object.entries(options).filter(([, { kind }]) => kind !== 'flag')
    const words = withValue.flatMap(([option]) => [`--${option}`, 'x/y'])
    const isPath = (option: string, kind: string) => kind === 'path' || (name.startsWith('backup') && option === 'file')
    const meant = withValue.flatMap(([option, { kind }]) => [
      `--${option}`,
      isPath(option, kind) ? `${here}/x/y` : 'x/y',
    ])
    expect(yx([...name.split(' '), ...words]).words).toEqual([...name.split(' '), ...meant])
  }
})

test('of a call of the console exactly the options that end with file name one', async () => {
  const { yx, here } = await makeInstalled()
  const calls = await loadCommands('call')
  const kinds = new Map(calls.flatMap(({ options }) => Object.entries(options).map(([name, { kind }]) => [name, kind])))
  const given = [...kinds.keys()].flatMap((option) => [`--${option}`, 'x/y'])
  const meant = [...kinds].flatMap(([option, kind]) => [`--${option}`, kind === 'path' ? `${here}/x/y` : 'x/y'])
  expect(yx(['call', 'any.call', ...given]).words).toEqual(['call', 'any.call', ...meant])
})
