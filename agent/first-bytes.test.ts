import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { freePort } from '../test/free-port.ts'
import { openV2rayApi } from './drivers/v2ray-api.ts'
import { controlSocket } from './drivers/v2ray-config.ts'
import { watchFirstBytes } from './first-bytes.ts'
import { engineTest, setupOf, startClient } from './test/engines.ts'
import { identity, startStandInPortal, userOf } from './test/stand-in-portal.ts'
import { endEngines, startAgent } from './test/start-agent.ts'
import { download, startTarget } from './test/target.ts'
import { tempDir } from './test/temp-dir.ts'

test('a user begins with the first byte, and again only after a pause', () => {
  let at = 0
  const watch = watchFirstBytes({ pauseMs: 60_000, now: () => at })
  const use = (...numbers: number[]) => watch.note(new Map(numbers.map((number) => [number, 10])))
  use(1)
  expect([...watch.take()]).toEqual([1])
  at = 50_000
  use(1, 2)
  expect([...watch.take()]).toEqual([2])
  at = 100_000
  use(1)
  expect(watch.isDue(0)).toBe(false)
  at = 115_000
  use(2)
  expect([...watch.take()]).toEqual([2])
})

test('a counter that stands still begins nothing', () => {
  const watch = watchFirstBytes({ pauseMs: 60_000, now: () => 0 })
  watch.note(new Map([[1, 0]]))
  expect([watch.isDue(0), [...watch.take()]]).toEqual([false, []])
})

test('a user in a hurry is pushed again and again', () => {
  const watch = watchFirstBytes({ pauseMs: 60_000, now: () => 0 })
  watch.note(new Map([[1, 10]]))
  watch.take()
  for (let poll = 0; poll < 3; poll += 1) {
    watch.note(new Map([[1, 10]]))
    watch.hurry(1)
    expect([...watch.take()]).toEqual([1])
  }
})

test('a thousand users who come one after the other cause one push a second, and each is in one of them', () => {
  let at = 0
  const watch = watchFirstBytes({ pauseMs: 60_000, now: () => at })
  const pushes: number[] = []
  for (let number = 0; number < 1_000; number += 1) {
    at = number * 10
    watch.note(new Map([[number, 1]]))
    if (watch.isDue(1_000)) pushes.push(watch.take().size)
  }
  expect(pushes).toHaveLength(10)
  expect(pushes.reduce((sum, size) => sum + size) + watch.take().size).toBe(1_000)
})

/** Bytes that the engine itself has counted for a user. */
async function engineTotal(dir: string, number: number): Promise<number> {
  const api = openV2rayApi(controlSocket(path.join(dir, 'engine')))
  const stats = await api.stats()
  api.close()
  const own = stats.filter((stat) => stat.name.startsWith(`user>>>u${number}.g`))
  return own.reduce((sum, { value }) => sum + Number(value), 0)
}

engineTest(
  'the portal hears of a first byte within 3 s, long before the interval, and counting stays exact',
  async () => {
    const dir = tempDir()
    const setup = setupOf('vless', await freePort())
    const portal = await startStandInPortal(setup)
    const target = await startTarget()
    const ending = userOf(9, randomUUID(), { bytesLeft: 600_000 })
    const users = [userOf(7, randomUUID()), userOf(8, randomUUID()), ending] as const
    portal.set(...users)
    const settings = { ...identity, server: portal.url, intervals: { pollMs: 200, pushMs: 600_000 } }
    const agent = await startAgent({ dir, settings })
    await portal.until(() => (portal.states.at(-1)?.appliedRevision ?? 0) >= portal.revision)
    const clients = await Promise.all(
      users.map(({ credential }) => startClient({ setup, credential: credential ?? '' })),
    )
    const total = (number: number) => portal.bytesOf(number).up + portal.bytesOf(number).down
    try {
      await download(clients[0]!.socksPort, target.port, 10_000)
      await portal.until(() => total(7) > 0, 3_000)
      const told = total(7)
      await download(clients[0]!.socksPort, target.port, 50_000)
      await expect.poll(() => engineTotal(dir, 7)).toBeGreaterThan(told + 50_000)
      await download(clients[1]!.socksPort, target.port, 10_000)
      await portal.until(() => total(8) > 0, 3_000)
      // The first user's later bytes belong to no beginning, so they still wait for the interval.
      expect(total(7)).toBeLessThan(told + 50_000)
      // Near the end of a quota bytes are pushed at once; a download may fall into two polls.
      for (let times = 1; times <= 3; times += 1) {
        await download(clients[2]!.socksPort, target.port, 100_000)
        await portal.until(() => total(9) >= times * 100_000 - 50_000, 3_000)
      }
      const counted = [await engineTotal(dir, 7), await engineTotal(dir, 8), await engineTotal(dir, 9)]
      expect(await agent.stop()).toBe(0)
      expect([total(7), total(8), total(9), portal.duplicates]).toEqual([...counted, 0])
    } finally {
      for (const client of clients) await client.stop()
      await agent.kill()
      await endEngines(dir)
      await portal.stop()
      await target.stop()
      rmSync(dir, { recursive: true })
    }
  },
)
