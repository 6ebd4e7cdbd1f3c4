import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cp, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { WAY_OUT, openWayOut } from './way-out.ts'

const BOOT_LIMIT_MS = 120_000
const CERTIFICATES = '/usr/local/share/ca-certificates'
const ENV = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/root',
  DEBIAN_FRONTEND: 'noninteractive',
  // Without this Node uses its own list of authorities, which contains no local ones.
  NODE_EXTRA_CA_CERTS: '/etc/ssl/certs/ca-certificates.crt',
}

/**
 * A bare Debian in a folder, booted: it has its own systemd, processes and loopback network, and nothing else. What runs
 * online gets out by a proxy.
 */
export type Machine = {
  folder: string
  runOnline(script: string): Promise<string>
  run(script: string): Promise<string>
  remove(): Promise<void>
}

/** Debian's names of releases, each with the number that people say. */
export const SUITES = { bookworm: 'Debian 12', trixie: 'Debian 13' } as const
export type Suite = keyof typeof SUITES

export async function makeMachine(repository: string, address: string, suite: Suite): Promise<Machine> {
  const place = mkdtempSync(path.join(tmpdir(), 'yuxian-machine-'))
  const name = path.basename(place)
  // Other users of this machine cannot enter the place, but the root folder in it is open to users of the new machine.
  const folder = path.join(place, 'root')
  mkdirSync(folder, { mode: 0o755 })
  const nspawn = ['--quiet', '--register=no', '--keep-unit', `--machine=${name}`, `--directory=${folder}`]
  let booted: ChildProcess | null = null
  let closeWayOut = () => {}
  const remove = async () => {
    closeWayOut()
    if (booted) await end(booted)
    for (const left of [place, `/run/systemd/nspawn/propagate/${name}`]) rmSync(left, { recursive: true, force: true })
  }
  try {
    const include = '--include=systemd,systemd-sysv,dbus'
    await run('debootstrap', ['--variant=minbase', include, suite, folder, 'http://deb.debian.org/debian'], '')
    // The new machine needs the same certificates as this one to reach the Internet.
    if (existsSync(CERTIFICATES)) await cp(CERTIFICATES, folder + CERTIFICATES, { recursive: true })
    // PostgreSQL does not start where nobody knows this name, and a bare folder has no such file.
    writeFileSync(`${folder}/etc/hosts`, '127.0.0.1 localhost\n')
    await placeRepository(repository, folder, address)
    const stdio = ['ignore', 'ignore', 'inherit'] as const
    booted = spawn('systemd-nspawn', [...nspawn, '--private-network', '--boot'], { stdio: [...stdio] })
    const machine = booted
    await inside(machine, 'systemctl is-system-running --wait || true', {}, Date.now() + BOOT_LIMIT_MS)
    closeWayOut = await openWayOut(findChild(machine.pid!)!)
    return {
      folder,
      runOnline: (script) => inside(machine, script, { http_proxy: WAY_OUT, https_proxy: WAY_OUT }),
      run: (script) => inside(machine, script),
      remove,
    }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Runs a script in the namespaces of the machine's first process. Retries while the machine is booting. */
async function inside(nspawn: ChildProcess, script: string, env = {}, retryUntil = 0): Promise<string> {
  for (;;) {
    const leader = findChild(nspawn.pid!)
    const enter = ['--target', String(leader), '--mount', '--uts', '--ipc', '--net', '--pid', '--root']
    const isUp = leader !== null && existsSync(`/proc/${leader}/root/run/systemd/private`)
    if (isUp) return run('nsenter', [...enter, '/bin/bash', '-e'], `cd /root\n${script}`, env)
    if (nspawn.exitCode !== null || nspawn.signalCode !== null || Date.now() > retryUntil)
      throw new Error('The machine does not run')
    await sleep(200)
  }
}

function findChild(pid: number): number | null {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
  return children.length === 0 ? null : Number(children.at(-1))
}

/** On failure, the error contains everything the command wrote. */
async function run(program: string, args: string[], script: string, env = {}): Promise<string> {
  const child = spawn(program, args, { env: { ...ENV, ...env }, stdio: ['pipe', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stdin.on('error', () => {})
  child.stdin.end(script)
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${output.trimEnd()}\n${program} ended with ${code}`)
  return output
}

/** SIGTERM shuts the machine down like a power button. */
async function end(nspawn: ChildProcess): Promise<void> {
  if (nspawn.exitCode !== null || nspawn.signalCode !== null) return
  const ended = once(nspawn, 'exit')
  nspawn.kill('SIGTERM')
  const late = setTimeout(() => nspawn.kill('SIGKILL'), 60_000)
  await ended
  clearTimeout(late)
}

/** Puts the committed repository where the address in the documents points. */
async function placeRepository(root: string, folder: string, address: string): Promise<void> {
  await mkdir(`${folder}/srv`, { recursive: true })
  await run('git', ['clone', '--quiet', '--bare', root, `${folder}/srv/yuxian.git`], '')
  writeFileSync(
    `${folder}/etc/gitconfig`,
    `[url "/srv/yuxian.git"]\n\tinsteadOf = ${address}\n[safe]\n\tdirectory = *\n`,
  )
}
