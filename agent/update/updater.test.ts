import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'

import { signRelease, updateKey } from '../test/signed-release.ts'
import { tempDir } from '../test/temp-dir.ts'
import { AGENT_NUMBER } from '../version.ts'
import { makeUpdater } from './updater.ts'
import { fileOf, readVersions, saveVersions } from './versions.ts'

const file = Buffer.alloc(200_000, 'x')
const release = signRelease('99.0.0', file)
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

async function serve(answer: Buffer | 'cut off') {
  const server = createServer((_request, response) => {
    if (answer !== 'cut off') return void response.end(answer)
    response.writeHead(200, { 'content-length': file.length }).write(file.subarray(0, 1000))
    response.destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function prepare(answer: Buffer | 'cut off' = file, key: string | null = updateKey, hasLauncher = true) {
  const dir = tempDir()
  ends.push(() => rmSync(dir, { recursive: true, force: true }))
  let ready = 0
  const settings = { server: await serve(answer), updateKey: key }
  const updater = makeUpdater({ dir, settings, onReady: () => (ready += 1), hasLauncher })
  const consider = (offer = release) => updater.consider(offer, new AbortController().signal)
  return { dir, updater, consider, ready: () => ready }
}

test('stores what the portal offers, if the pinned key has signed it', async () => {
  const { dir, consider, ready, updater } = await prepare()
  consider()
  consider()
  await expect.poll(ready).toBe(1)
  expect(readFileSync(fileOf(dir, release))).toEqual(file)
  expect(readVersions(dir).next).toEqual(release)
  expect(updater.report()).toEqual({})
})

test.each([
  ['another file', Buffer.from('other'), release, /not the signed one/],
  ['a file cut off', 'cut off' as const, release, /terminated|closed/],
  ['a wrong signature', file, { ...release, signature: 'AAAA' }, /signature is wrong/],
])('takes nothing from %s, and says why', async (_name, answer, offer, why) => {
  const { dir, consider, ready, updater } = await prepare(answer)
  consider(offer)
  await expect.poll(() => updater.report().updateFault).toMatch(why)
  expect([ready(), readVersions(dir).next]).toEqual([0, null])
})

test('takes no older release, none without a key or a launcher, and none that failed here', async () => {
  const older = await prepare()
  older.consider(signRelease('0.0.1', file))
  expect(older.updater.report().updateFault).toContain('older than')
  const unpinned = await prepare(file, null)
  unpinned.consider()
  expect(unpinned.updater.report().updateFault).toContain('no key is pinned')
  const alone = await prepare(file, updateKey, false)
  alone.consider()
  expect(alone.updater.report().updateFault).toContain('launcher')
  const failed = await prepare()
  saveVersions(failed.dir, { ...readVersions(failed.dir), failed: { number: '99.0.0', why: 'it ended with 1' } })
  failed.consider()
  expect(failed.updater.report().updateFault).toBe('it ended with 1')
  failed.consider({ ...release, number: AGENT_NUMBER })
  expect(failed.updater.report()).toEqual({})
  expect([older, unpinned, alone, failed].map(({ ready }) => ready())).toEqual([0, 0, 0, 0])
})
