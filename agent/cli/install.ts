import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { versionsIn } from '../update/versions.ts'
import { HOME, PROGRAM, USER, unitFor } from './service.ts'

type Options = { server: string; token: string; updateKey: string | null }
/** What `install` does to the machine; tests watch instead. */
export type Machine = {
  uid: number
  /** Folder that stands for `/`. */
  root: string
  has(program: string): boolean
  run(program: string, words: readonly string[]): number
}

const ENGINES = ['v2ray', 'xray', 'hysteria', 'ss-server']
/** Engines come with services of their own, which would hold the ports. */
const ENGINE_SERVICES = ['v2ray', 'xray', 'hysteria-server', 'shadowsocks-libev']

export const thisMachine: Machine = {
  uid: process.getuid?.() ?? -1,
  root: '/',
  has: (program) => spawnSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' }).status === 0,
  run: (program, words) => spawnSync(program, words, { stdio: 'inherit' }).status ?? 1,
}

/**
 * From the downloaded file to a running service: user, folder, program, unit, key. Doing it again replaces program, unit
 * and key, and keeps what the agent has counted.
 */
export function install({ server, token, updateKey }: Options, source: string, machine: Machine = thisMachine): number {
  const lacks = findLacks(machine)
  if (lacks.length > 0) throw new Error(lacks.join('\n'))
  const { run, root } = machine
  const must = (program: string, ...words: string[]) => {
    const status = run(program, words)
    if (status !== 0) throw new Error(`${program} ended with ${status}; nothing after it was done`)
  }
  if (run('id', ['-u', USER]) !== 0) {
    must('useradd', '--system', '--home-dir', HOME, '--shell', '/usr/sbin/nologin', USER)
  }
  must('install', '-d', '-m', '0700', '-o', USER, '-g', USER, path.join(root, HOME))
  place(source, path.join(root, PROGRAM))
  // What was fetched before would run in place of this file.
  rmSync(path.join(root, versionsIn(HOME)), { recursive: true, force: true })
  const unit = path.join(root, '/etc/systemd/system/yuxian-agent.service')
  writeFileSync(unit, unitFor(readUnit(), process.execPath))
  const key = updateKey === null ? [] : ['--key', updateKey]
  const enrol = [process.execPath, PROGRAM, 'enrol', '--server', server, '--token', token, ...key]
  // As the service's user: it could not read a key file of root's.
  must('runuser', '-u', USER, '--', ...enrol)
  must('systemctl', 'daemon-reload')
  for (const service of ENGINE_SERVICES) {
    if (run('systemctl', ['--quiet', 'is-enabled', service]) === 0) must('systemctl', 'disable', '--now', service)
  }
  must('systemctl', 'enable', 'yuxian-agent')
  must('systemctl', 'restart', 'yuxian-agent')
  console.log(
    'The agent runs. The portal shows the node within seconds; `journalctl -u yuxian-agent` says what it does.',
  )
  return 0
}

function findLacks({ uid, root, has }: Machine): string[] {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  return [
    uid === 0 ? '' : 'Run this as root.',
    major > 20 || (major === 20 && minor >= 19) ? '' : `Node ${process.versions.node} is too old: 20.19 or later.`,
    existsSync(path.join(root, 'run/systemd/system')) ? '' : 'systemd does not run here.',
    ENGINES.some(has) ? '' : 'There is no engine. On Debian: apt-get install -y v2ray iproute2',
  ].filter((text) => text !== '')
}

/** A start in the meantime finds the old program or the new one, never a part. */
function place(source: string, target: string): void {
  mkdirSync(path.dirname(target), { recursive: true, mode: 0o755 })
  copyFileSync(source, `${target}.new`)
  renameSync(`${target}.new`, target)
}

/** Set by `scripts/build-agent.ts`: the bundle has no other file beside it. */
declare const INLINED_UNIT: string | undefined

function readUnit(): string {
  const file = path.join(import.meta.dirname, '..', '..', 'deploy', 'yuxian-agent.service')
  return typeof INLINED_UNIT === 'undefined' ? readFileSync(file, 'utf8') : INLINED_UNIT
}
