import { expect, test } from 'vitest'

import { statementsOf } from '../../../test/look/statements.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { createSnapshots } from './snapshots.ts'

const { db, config } = await makeApp()
const all = { resellerId: null, hasPlatform: true, language: 'zh-CN' as const }
const one = { resellerId: 1, hasPlatform: false, language: 'zh-CN' as const }

/** Counts overviews: each queries the open alerts once. */
const overviews = (statements: string[]) =>
  statements.filter((text) => /from alerts where resolved_at/.test(text)).length

test('streams of the same view that reconnect at once share one overview', async () => {
  const snapshots = createSnapshots(db, config)
  const { result, statements } = await statementsOf(() =>
    Promise.all([...Array.from({ length: 20 }, () => snapshots.of(all, 2_000)), snapshots.of(one, 2_000)]),
  )
  expect(overviews(statements)).toBe(2)
  expect(new Set(result.slice(0, 20)).size).toBe(1)
  expect(result[20]).not.toBe(result[0])
})

test('a round waits for the running overview and then reads its own, which includes later events', async () => {
  const snapshots = createSnapshots(db, config)
  const { result, statements } = await statementsOf(async () => {
    const early = snapshots.of(all, 2_000)
    const rounds = [snapshots.of(all, 0), snapshots.of(all, 0)]
    return Promise.all([early, ...rounds])
  })
  expect(overviews(statements)).toBe(2)
  expect(result[1]).not.toBe(result[0])
  expect(result[2]).toBe(result[1])
})

test('does not keep a failed overview: the next caller reads again', async () => {
  let isBroken = true
  const shaky = {
    ...db,
    query: (...asked: Parameters<typeof db.query>) =>
      isBroken ? Promise.reject(new Error('gone')) : db.query(...asked),
  }
  const snapshots = createSnapshots(shaky as typeof db, config)
  const both = await Promise.allSettled([snapshots.of(all, 2_000), snapshots.of(all, 2_000)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isBroken = false
  expect((await snapshots.of(all, 2_000)).toString()).toContain('event: snapshot')
})
