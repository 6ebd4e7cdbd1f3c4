import { rmSync } from 'node:fs'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { LANGUAGES } from '../../../../contract/languages.ts'
import { limits } from '../../../../contract/limits.ts'
import { countTraffic } from '../../../domains/traffic/count-traffic.ts'
import { clock } from '../../../platform/clock.ts'
import { createLog } from '../../../platform/log.ts'
import { buildSession } from '../../../test/build/build-session.ts'
import { buildReseller } from '../../../test/build/factories.ts'
import { buildSubscriber, buildTrafficLine, buildTrafficNode } from '../../../test/build/traffic-factories.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { makeWebDir } from '../../../test/run/make-web-dir.ts'
import { usageTexts } from './usage-texts.ts'

const webDir = makeWebDir()
const { inject, db, call, config, logged } = await makeApp({}, { webDir })
afterAll(() => rmSync(webDir, { recursive: true, force: true }))
beforeEach(() => {
  clock.reset()
  clock.shift(Date.parse('2027-04-22T04:00:00Z') - clock.now().getTime())
})
await buildReseller(db, { id: 2000, title: '河豚' })
await buildReseller(db, { id: 2001, title: '<b>' })
let batches = 0

async function buildReader(resellerId = 2000) {
  const owner = await buildSubscriber(db, { resellerId, totalBytes: 2 * 1024 ** 3 })
  const token = await buildSession(db, owner)
  const mint = async (audience: 'usage' | 'download' = 'usage') =>
    (await call(api.sessions.ticket, { audience }, { token })).data.ticket
  return { owner, mint }
}

const open = (query: Record<string, string>, headers: Record<string, string> = {}) =>
  inject({ method: 'GET', url: '/hosted/usage', query, headers })

describe('the usage page', () => {
  test('shows samples to the demo and says so, whatever the brand', async () => {
    const { statusCode, body } = await open({ username: 'demo', password: 'demo', app_key: 'yx_2000' })
    expect(statusCode).toBe(200)
    expect(body).toContain('以下是示例数据')
    expect(body).toContain('河豚')
    expect(body.match(/<tr>/g)!.length).toBeGreaterThan(30)
    const other = await open({ username: 'demo', password: 'other', app_key: 'yx_2000' })
    expect([other.statusCode, other.body.includes('示例')]).toEqual([403, false])
  })

  test('says which time zone its days are in', async () => {
    const { body } = await open({ username: 'demo', password: 'demo', app_key: 'yx_2000' })
    expect(body).toContain('日期以北京时间为准')
    for (const { note } of Object.values(usageTexts)) {
      expect(note('Europe/Berlin')).toContain(' Europe/Berlin ')
      expect(note('Europe/Berlin')).not.toMatch(/北京|Beijing/)
    }
  })

  test('shows what the ticket’s owner used, branded, without a script', async () => {
    const { owner, mint } = await buildReader()
    const nodeId = await buildTrafficNode(db, { ratePercent: 200 })
    await db.kysely.updateTable('nodes').set({ name: '<i>香港</i>' }).where('id', '=', nodeId).execute()
    const number = await buildTrafficLine(db, owner, nodeId)
    for (const [ago, down] of [
      [0, 3 * 1024 ** 2],
      [3, 1024 ** 2],
      [40, 7 * 1024 ** 2],
    ] as const) {
      const now = new Date(clock.now().getTime() - ago * 86_400_000)
      const batch = { batchId: `usage-test-${(batches += 1)}`, boot: 'b', seq: 1, seconds: 60, repeatSeconds: null }
      const items = [{ number, up: 1024, down }]
      await countTraffic({ db, config, log: createLog('silent'), now }, { ...batch, nodeId, items })
    }
    const query = { username: owner.userName.toUpperCase(), password: await mint(), app_key: 'yx_2000' }
    const page = await open(query)
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.headers['cache-control']).toBe('private, no-store')
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect(page.body).toContain('河豚')
    expect(page.body).not.toMatch(/<script|<form|\son\w+=|style="|<i>/)
    expect(page.body).toContain('&lt;i&gt;香港&lt;/i&gt;')
    const cellsOf = (row: string) => [...row.matchAll(/<td>(.*?)<\/td>/g)].map(([, text]) => text)
    const rows = [...page.body.matchAll(/<tr><td>.*?<\/tr>/g)].map(([row]) => cellsOf(row))
    expect(rows).toEqual([
      ['04-22', '1.00 KB', '3.00 MB', '6.00 MB'],
      ['04-19', '1.00 KB', '1.00 MB', '2.00 MB'],
      ['&lt;i&gt;香港&lt;/i&gt;', '2.00 KB', '4.00 MB', '8.00 MB'],
    ])
    expect(page.body).toContain('本期已用 22.01 MB，共 2 GB')
    expect(page.body.match(/<g><title>/g)).toHaveLength(30)
    expect(page.body.match(/<rect /g)).toHaveLength(4)
    expect(page.body).toMatch(/aria-label="最近 30 天共 4\.00 MB，最多的一天是 2027-04-22，3\.00 MB"/)
  })

  test('comes in three languages, also for a user without traffic', async () => {
    const { owner, mint } = await buildReader()
    const titles = []
    for (const language of LANGUAGES) {
      const query = { username: owner.userName, password: await mint(), app_key: 'yx_2000' }
      const { body, statusCode } = await open(query, { cookie: `lang=${language}` })
      expect([statusCode, body.includes('<svg')]).toEqual([200, false])
      titles.push(/<h1>(.*?)<\/h1>/.exec(body)![1])
    }
    expect(new Set(titles).size).toBe(3)
  })
})

describe('the ticket', () => {
  test('works once, also when several requests come at once; a HEAD request does not use it up', async () => {
    const { owner, mint } = await buildReader()
    const query = { username: owner.userName, password: await mint(), app_key: 'yx_2000' }
    expect((await inject({ method: 'HEAD', url: '/hosted/usage', query })).statusCode).toBe(404)
    const pages = await Promise.all([open(query), open(query), open(query)])
    expect(pages.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 403, 403])
    const again = await open(query)
    expect([again.statusCode, again.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8'])
    expect(again.body).toContain('请重新打开')
    expect(again.body).toContain('河豚')
  })

  test('shows nothing when it belongs to another user, purpose, reseller or time', async () => {
    const [mine, theirs] = [await buildReader(), await buildReader()]
    const username = mine.owner.userName
    const late = await mine.mint()
    clock.shift(limits.ticketTtlMs)
    const wrong: Record<string, string>[] = [
      { username, password: await theirs.mint(), app_key: 'yx_2000' },
      { username: theirs.owner.userName, password: await mine.mint(), app_key: 'yx_2000' },
      { username, password: await mine.mint('download'), app_key: 'yx_2000' },
      { username, password: await mine.mint(), app_key: 'yx_2001' },
      { username, password: await mine.mint() },
      { username, password: late, app_key: 'yx_2000' },
      { username, password: 'demo', app_key: 'yx_2000' },
      { username, app_key: 'yx_2000' },
      { password: await mine.mint(), app_key: 'yx_2000' },
      {},
    ]
    for (const query of wrong) {
      const page = await open(query)
      expect([page.statusCode, page.body.includes('<table')], JSON.stringify(query)).toEqual([403, false])
      expect(page.body).not.toContain(' GB')
    }
  })

  test('is not in the log', async () => {
    const { owner, mint } = await buildReader()
    const password = await mint()
    await open({ username: owner.userName, password, app_key: 'yx_2000' })
    expect(logged.some((line) => line.includes('/hosted/usage'))).toBe(true)
    expect(logged.join('')).not.toContain(password)
  })
})
