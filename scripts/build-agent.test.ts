import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { engineTest, setupOf, startClient } from '../agent/test/engines.ts'
import { identity, startStandInPortal, userOf } from '../agent/test/stand-in-portal.ts'
import { endEngines, startAgent } from '../agent/test/start-agent.ts'
import { download, startTarget } from '../agent/test/target.ts'
import { tempDir } from '../agent/test/temp-dir.ts'
import { freePort } from '../test/free-port.ts'
import { buildAgent } from './build-agent.ts'

const folder = tempDir()
let bundle = ''
beforeAll(async () => {
  bundle = await buildAgent(path.join(folder, 'built'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** The Node of the tests, and the system's if it is another: the agent also runs on the oldest Node that we support. */
const runtimes = [...new Set([process.execPath, '/usr/bin/node'])].filter((program) => {
  const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  const [major = 0, minor = 0] = (stdout ?? '').slice(1).split('.').map(Number)
  return status === 0 && (major > 20 || (major === 20 && minor >= 19))
})

test.each(runtimes)('the bundle runs alone in an empty folder with %s', (program) => {
  const { status, stdout } = spawnSync(program, [bundle, 'help'], { cwd: path.dirname(bundle), encoding: 'utf8' })
  expect([status, stdout.split('\n')[0]]).toEqual([0, 'Node agent of Yuxian'])
})

engineTest.each(runtimes)('the bundle drives an engine and counts with %s', async (program) => {
  const dir = tempDir()
  const setup = setupOf('vless', await freePort())
  const [portal, target] = await Promise.all([startStandInPortal(setup), startTarget()])
  const user = userOf(5, randomUUID())
  portal.set(user)
  const settings = { ...identity, server: portal.url }
  const agent = await startAgent({ dir, settings, command: [program], program: [bundle, 'run'] })
  try {
    await portal.until(() => (portal.states.at(-1)?.appliedRevision ?? 0) >= portal.revision)
    const client = await startClient({ setup, credential: user.credential ?? '' })
    expect(await download(client.socksPort, target.port, 100_000)).toBe(100_000)
    await portal.until(() => portal.bytesOf(5).down >= 100_000)
    await client.stop()
    expect(await agent.stop()).toBe(0)
  } finally {
    await agent.kill()
    await endEngines(dir)
    await Promise.all([portal.stop(), target.stop()])
    rmSync(dir, { recursive: true })
  }
})
