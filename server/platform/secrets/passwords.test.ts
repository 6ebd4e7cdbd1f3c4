import { expect, onTestFinished, test, vi } from 'vitest'

import { limits } from '../../../contract/limits.ts'
import { hashCount, hashPassword, SLOTS, verifyPassword } from './passwords.ts'

test('a hash matches its own password only; a missing account matches none', async () => {
  const stored = await hashPassword('quiet river stone')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verifyPassword(stored, 'quiet river stone')).toBe(true)
  expect(await verifyPassword(stored, 'quiet river stonE')).toBe(false)
  const before = hashCount.value
  expect(await verifyPassword(null, 'quiet river stone')).toBe(false)
  expect(hashCount.value).toBe(before + 1)
})

test('a password above the byte limit is wrong, never cut off, and costs no hash', async () => {
  const longest = 'x'.repeat(limits.passwordMaxBytes)
  const stored = await hashPassword(longest)
  const before = hashCount.value
  expect(await verifyPassword(stored, `${longest}y`)).toBe(false)
  expect(hashCount.value).toBe(before)
  expect(await verifyPassword(stored, longest)).toBe(true)
})

test('a known caller goes before waiting strangers', async () => {
  const done: string[] = []
  const strangers = Array.from({ length: 16 }, (_, index) =>
    verifyPassword(null, 'guess').then(() => done.push(`stranger ${index}`)),
  )
  const known = verifyPassword(null, 'guess', { isFirst: true }).then(() => done.push('known'))
  await known
  // A plain queue would put it last; here only hashes that already run, or run beside it, come first.
  expect(done.length).toBeLessThan(8)
  await Promise.allSettled(strangers)
})

test("who waits too long is told to come again, and takes nobody's turn", async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const gate = Promise.withResolvers<string>()
  const running = Array.from({ length: SLOTS }, () => verifyPassword(null, 'guess', { digest: () => gate.promise }))
  const before = hashCount.value
  const late = verifyPassword(null, 'guess').catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(limits.hashQueueMs - 1)
  const patient = verifyPassword(null, 'guess')
  await vi.advanceTimersByTimeAsync(1)
  expect(await late).toMatchObject({ code: 'auth.busy', status: 429, extra: { retryAfterS: 2 } })
  expect(hashCount.value).toBe(before)
  gate.resolve('guess')
  expect(await Promise.all([...running, patient])).toEqual([...running.map(() => false), false])
})

test('work that nobody sits before waits for its turn, however long it takes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const gate = Promise.withResolvers<string>()
  const running = Array.from({ length: SLOTS }, () => verifyPassword(null, 'guess', { digest: () => gate.promise }))
  const unattended = hashPassword('of an import', { isPatient: true })
  await vi.advanceTimersByTimeAsync(10 * limits.hashQueueMs)
  gate.resolve('guess')
  expect(await unattended).toMatch(/^\$argon2id\$/)
  await Promise.all(running)
})
