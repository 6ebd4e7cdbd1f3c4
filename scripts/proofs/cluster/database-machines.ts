import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { freePort } from '../../../test/free-port.ts'
import { root } from '../../step.ts'
import { makeNetwork, signal, type Machine, type Network } from './network.ts'
import { findUser, type SystemUser } from './system-user.ts'

/** Three machines with etcd, Patroni and PostgreSQL, and HAProxy on this one, all with the files of deploy/cluster. */
export type DatabaseMachines = {
  machines: readonly Machine[]
  /** Address of the primary through HAProxy, as its superuser. */
  url: string
  /** Address of one machine, not through HAProxy. */
  urlOf(machine: Machine): string
  patroniPassword: string
  start(machine: Machine): void
  /** Kills only the database server by its first process; Patroni lives on. */
  killDatabase(machine: Machine): void
  /** Kills everything on the machine, like a power failure. */
  killAll(machine: Machine): void
  /** Freezes it like a paused virtual machine; `thaw` wakes it. */
  freeze(machine: Machine): { thaw(): void }
  /** Puts pgbouncer before HAProxy. Returns the same address through pgbouncer. */
  pool(url: string): Promise<string>
  stop(): void
}

export async function startDatabaseMachines(): Promise<DatabaseMachines> {
  const folder = mkdtempSync(path.join(tmpdir(), 'yuxian-cluster-'))
  const user = findUser('postgres')
  chownSync(folder, user.uid, user.gid)
  const network = makeNetwork(3)
  const files = openFiles(folder, user, network)
  const ports = { primary: await freePort(), replicas: await freePort() }
  for (const machine of network.machines) files.place(machine)
  const proxyFile = files.write('haproxy.cfg', (text) =>
    text
      .replaceAll('127.0.0.1:5000', `127.0.0.1:${ports.primary}`)
      .replaceAll('127.0.0.1:5001', `127.0.0.1:${ports.replicas}`),
  )
  const programs = [run({ user, log: `${folder}/haproxy.log`, words: ['haproxy', '-db', '-f', proxyFile] })]
  const urlAt = (place: string) => `postgres://postgres:${files.secrets.SUPERUSER_PASSWORD}@${place}/postgres`
  return {
    machines: network.machines,
    url: urlAt(`127.0.0.1:${ports.primary}`),
    urlOf: ({ address }) => urlAt(`${address}:5432`),
    patroniPassword: files.secrets.RESTAPI_PASSWORD,
    start(machine) {
      const own = path.join(folder, machine.name)
      run({ user, machine, log: `${own}/etcd.log`, words: ['etcd'], env: readEnv(`${own}/etcd.env`) })
      run({ user, machine, log: `${own}/patroni.log`, words: ['patroni', `${own}/patroni.yml`] })
    },
    killDatabase: ({ name }) => signal(postmasterOf(path.join(folder, name)), 'SIGKILL'),
    killAll: (machine) => machine.pids().forEach((pid) => signal(pid, 'SIGKILL')),
    freeze(machine) {
      const pids = machine.pids()
      for (const pid of pids) signal(pid, 'SIGSTOP')
      return { thaw: () => pids.forEach((pid) => signal(pid, 'SIGCONT')) }
    },
    async pool(url) {
      const port = await freePort()
      const { username, password } = new URL(url)
      const list = files.put('userlist.txt', `"${username}" "${password}"\n`)
      const file = files.write('pgbouncer.ini', (text) =>
        text
          .replaceAll('port=5000', `port=${ports.primary}`)
          .replaceAll('listen_port = 6432', `listen_port = ${port}`)
          .replaceAll('/etc/pgbouncer/userlist.txt', list),
      )
      programs.push(run({ user, log: `${folder}/pgbouncer.log`, words: ['pgbouncer', file] }))
      return Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href
    },
    stop() {
      for (const program of programs) program.kill('SIGKILL')
      network.remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The files of deploy/cluster with our addresses, passwords and folders. */
function openFiles(folder: string, user: SystemUser, network: Network) {
  const secrets = {
    RESTAPI_PASSWORD: secret(),
    SUPERUSER_PASSWORD: secret(),
    REPLICATION_PASSWORD: secret(),
    REWIND_PASSWORD: secret(),
  }
  const read = (name: string) =>
    Object.entries(secrets).reduce(
      (text, [token, value]) => text.replaceAll(`@${token}@`, value),
      network.readdress(readFileSync(path.join(root, 'deploy/cluster', name), 'utf8')),
    )
  const put = (name: string, text: string, place = folder) => {
    const file = path.join(place, name)
    writeFileSync(file, text, { mode: 0o600 })
    chownSync(file, user.uid, user.gid)
    return file
  }
  const write = (name: string, change: (text: string) => string, place = folder) => put(name, change(read(name)), place)
  return {
    secrets,
    put,
    write,
    place({ name, number }: Machine): void {
      const own = path.join(folder, name)
      mkdirSync(own)
      chownSync(own, user.uid, user.gid)
      const change = (text: string) =>
        text
          .replaceAll('@NODE@', String(number))
          .replaceAll('/var/lib/etcd/yuxian', `${own}/etcd`)
          .replaceAll('/var/lib/postgresql/15/yuxian', `${own}/data`)
          .replaceAll('/var/lib/postgresql/.patroni-pgpass', `${own}/pgpass`)
          .replaceAll('/var/run/postgresql', own)
      write('etcd.env', change, own)
      write('patroni.yml', change, own)
    },
  }
}

type Run = { user: SystemUser; machine?: Machine; log: string; words: string[]; env?: Record<string, string> }

/** Runs a program as a system user, because PostgreSQL refuses root, in the network namespace of its machine. */
function run({ user, machine, log, words, env = {} }: Run): ChildProcess {
  const as = ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', ...words]
  const there = machine ? ['nsenter', `--net=/run/netns/${machine.space}`, ...as] : as
  const out = openSync(log, 'a')
  return spawn(there[0]!, there.slice(1), {
    cwd: path.dirname(log),
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: path.dirname(log), LANG: 'C.UTF-8', ...env },
    stdio: ['ignore', out, out],
  })
}

function readEnv(file: string): Record<string, string> {
  const lines = readFileSync(file, 'utf8').split('\n')
  return Object.fromEntries(
    lines.filter((line) => /^[A-Z]/.test(line)).map((line) => [line.split('=', 1)[0]!, line.replace(/^[^=]*=/, '')]),
  )
}

function postmasterOf(own: string): number {
  return Number(readFileSync(`${own}/data/postmaster.pid`, 'utf8').split('\n', 1)[0])
}

function secret(): string {
  return randomBytes(16).toString('hex')
}
