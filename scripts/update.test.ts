import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { makeScratchDir } from '../server/test/run/scratch-dir.ts'
import { root } from './step.ts'

/**
 * deploy/update with its places in a scratch folder, and stand-ins for what it calls: nothing is built, and a release that
 * has a file `broken` never gets ready.
 */
const PLACES: [string, string][] = [
  ['/opt/', 'opt/'],
  ['/etc/yuxian.env', 'env'],
  ['/etc/systemd/system/', ''],
  ['/usr/local/bin/', 'bin/'],
  ['/usr/local/lib/', 'lib/'],
  ['/run/lock/', ''],
]
const STAND_INS = {
  id: 'echo 0',
  npm: ':',
  journalctl: 'echo the reason',
  systemctl: `echo "$*" >> calls
case $1 in is-failed) exit 1 ;; show) if [ -e opt/yuxian/failing ]; then echo 3; else echo 0; fi ;; esac`,
  curl: `case "$*" in
*healthz) echo "ok $(sed -n 's/.*"version": "\\(.*\\)",/\\1/p' opt/yuxian/package.json)" ;;
*) test ! -e opt/yuxian/broken ;;
esac`,
  yx: 'echo "yx $*" >> calls; test ! -e no-backup && test ! -e "$YX_RELEASE/unsuited"',
}

async function makePlace() {
  const dir = await makeScratchDir()
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(dir, name)), { recursive: true })
    writeFileSync(path.join(dir, name), text, { mode: 0o755 })
  }
  let script = readFileSync(path.join(root, 'deploy/update'), 'utf8').replace('sleep 1\n', 'sleep 0.05\n')
  for (const [from, to] of PLACES) script = script.replaceAll(from, `${dir}/${to}`)
  write('update', script)
  write('env', 'MODE=production\n')
  for (const [name, body] of Object.entries(STAND_INS)) write(`bin/${name}`, `#!/bin/sh\ncd ${dir}\n${body}\n`)
  const release = (folder: string, version: string, ...marks: string[]) => {
    write(`${folder}/package.json`, `{\n  "name": "yuxian",\n  "version": "${version}",\n}\n`)
    write(`${folder}/deploy/yuxian.service`, `unit of ${version}\n`)
    write(`${folder}/deploy/yx`, `#!/bin/sh\ncd ${dir}\n${STAND_INS.yx}\n`)
    for (const mark of marks) write(`${folder}/${mark}`, '')
  }
  const pack = (version: string, ...marks: string[]) => {
    release(`pack/${version}/yuxian`, version, ...marks)
    spawnSync('tar', ['-C', `pack/${version}`, '-czf', `${version}.tgz`, 'yuxian'], { cwd: dir })
    return `${version}.tgz`
  }
  const options = { cwd: dir, env: { PATH: `${dir}/bin:${process.env['PATH']}` } }
  release('opt/yuxian', '1.0.0')
  write('yuxian.service', 'unit of 1.0.0\n')
  const read = (name: string) => readFileSync(path.join(dir, name), 'utf8')
  return {
    write,
    release,
    pack,
    read,
    run(...args: string[]) {
      const { status, stdout, stderr } = spawnSync('bash', ['update', ...args], { ...options, encoding: 'utf8' })
      return { status, says: stdout + stderr }
    },
    /** Starts it and gives it this signal when it waits for a release that never gets ready. */
    async cut(signal: NodeJS.Signals, ...args: string[]) {
      const child = spawn('bash', ['update', ...args], { ...options, stdio: ['ignore', 'pipe', 'ignore'] })
      let says = ''
      child.stdout.on('data', (chunk: Buffer) => {
        says += chunk.toString()
        if (says.includes('Switching')) child.kill(signal)
      })
      const [status] = (await once(child, 'close')) as [number | null]
      return { status, says }
    },
    at: (name: string) => path.join(dir, name),
    git(folder: string, ...args: string[]) {
      const who = ['-c', 'user.name=test', '-c', 'user.email=test@example.com']
      expect(spawnSync('git', [...who, ...args], { cwd: path.join(dir, folder) }).status).toBe(0)
    },
    versionOf: (name: string) => /"version": "(.*)"/.exec(read(`${name}/package.json`))?.[1],
    remove: (name: string) => rmSync(path.join(dir, name)),
    leadsTo: (name: string) => path.basename(readlinkSync(path.join(dir, name))).replace(/-.*/, ''),
    kept: () =>
      readdirSync(path.join(dir, 'opt/yuxian-releases'), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name.replace(/-.*/, ''))
        .toSorted(),
  }
}
const onLinux = test.runIf(process.platform === 'linux')

onLinux('an update makes a backup, switches, and keeps the release before and no older one', async () => {
  const place = await makePlace()
  expect(place.run('update', place.pack('1.1.0'))).toMatchObject({ status: 0 })
  expect([place.leadsTo('opt/yuxian'), place.leadsTo('opt/yuxian.old')]).toEqual(['1.1.0', '1.0.0'])
  const calls = place.read('calls').split('\n')
  expect(calls.indexOf('yx backup create')).toBeLessThan(calls.indexOf('restart yuxian'))
  expect(place.read('yuxian.service')).toBe('unit of 1.1.0\n')
  place.write('yuxian.service', 'changed\n')
  expect(place.run('update', place.pack('1.2.0')).says).toContain('was changed here and stays')
  expect([place.leadsTo('opt/yuxian'), place.leadsTo('opt/yuxian.old')]).toEqual(['1.2.0', '1.1.0'])
  expect(place.kept()).toEqual(['1.1.0', '1.2.0'])
  expect(place.read('yuxian.service')).toBe('changed\n')
})

onLinux('without a backup, and with what is no release, nothing changes', async () => {
  const place = await makePlace()
  place.write('no-backup', '')
  const wrong = [place.pack('1.1.0'), 'gone.tgz', 'env']
  for (const archive of wrong) {
    expect(place.run('update', archive).status, archive).not.toBe(0)
  }
  expect(place.versionOf('opt/yuxian')).toBe('1.0.0')
  expect(place.read('calls')).not.toContain('restart')
})

onLinux('a release that does not get ready is taken back, with its unit, and named', async () => {
  const place = await makePlace()
  place.run('update', place.pack('1.1.0'))
  const { status, says } = place.run('update', place.pack('1.2.0', 'broken', 'failing'))
  expect(status).toBe(1)
  expect(says).toContain('1.2.0 is not ready')
  expect(says).toContain('the reason')
  expect(says).toContain('1.1.0 serves again')
  expect([place.leadsTo('opt/yuxian'), place.leadsTo('opt/yuxian.old')]).toEqual(['1.1.0', '1.0.0'])
  expect(place.read('yuxian.service')).toBe('unit of 1.1.0\n')
})

onLinux('cut off by a signal it goes back; killed, the next one does that first', async () => {
  const place = await makePlace()
  const stopped = await place.cut('SIGTERM', 'update', place.pack('1.1.0', 'broken'))
  expect(stopped.status).toBe(1)
  expect(stopped.says).toContain('1.0.0 serves again')
  expect(place.leadsTo('opt/yuxian')).toBe('1.0.0')
  await place.cut('SIGKILL', 'update', place.pack('1.2.0', 'broken'))
  const next = place.run('update', place.pack('1.3.0'))
  expect(next).toMatchObject({ status: 0, says: expect.stringContaining('Going back to 1.0.0 first') })
  expect([place.leadsTo('opt/yuxian'), place.leadsTo('opt/yuxian.old')]).toEqual(['1.3.0', '1.0.0'])
})

onLinux('after archives, the repository of the first release still has the others', async () => {
  const place = await makePlace()
  place.release('repository', '1.3.0')
  place.git('repository', 'init', '--quiet')
  place.git('repository', 'add', '.')
  place.git('repository', 'commit', '--quiet', '--message', 'next')
  place.git('repository', 'tag', 'v1.3.0')
  expect(place.run('update', 'v1.3.0').says).toContain('There is no file v1.3.0')
  place.git('opt/yuxian', 'init', '--quiet')
  place.git('opt/yuxian', 'remote', 'add', 'origin', place.at('repository'))
  for (const version of ['1.1.0', '1.2.0'])
    expect(place.run('update', place.pack(version))).toMatchObject({ status: 0 })
  expect(place.run('update', 'v1.4.0').says).toContain('The repository has no v1.4.0. Nothing was changed.')
  expect(place.run('update', 'v1.3.0')).toMatchObject({ status: 0 })
  expect([place.leadsTo('opt/yuxian'), place.leadsTo('opt/yuxian.old')]).toEqual(['1.3.0', '1.2.0'])
})

onLinux('go-back returns to the release before, once, if that one takes the database', async () => {
  const place = await makePlace()
  expect(place.run('go-back').says).toContain('no release before')
  place.run('update', place.pack('1.1.0'))
  place.write('opt/yuxian.old/unsuited', '')
  const refused = place.run('go-back')
  expect(refused).toMatchObject({ status: 1, says: expect.stringContaining('cannot run on this database') })
  expect(place.leadsTo('opt/yuxian')).toBe('1.1.0')
  place.remove('opt/yuxian.old/unsuited')
  expect(place.run('go-back')).toMatchObject({ status: 0 })
  expect([place.leadsTo('opt/yuxian'), place.leadsTo('opt/yuxian.bad')]).toEqual(['1.0.0', '1.1.0'])
  expect(place.run('go-back').says).toContain('no release before')
})

onLinux('folders that were put there by hand, as the guide once said, are taken over', async () => {
  const place = await makePlace()
  place.release('opt/yuxian.old', '0.9.0')
  place.release('opt/yuxian.bad', '0.9.5')
  expect(place.run('update', place.pack('1.1.0'))).toMatchObject({ status: 0 })
  expect(place.leadsTo('opt/yuxian.old')).toBe('1.0.0')
  expect(place.run('go-back')).toMatchObject({ status: 0 })
  expect(place.leadsTo('opt/yuxian.bad')).toBe('1.1.0')
})
