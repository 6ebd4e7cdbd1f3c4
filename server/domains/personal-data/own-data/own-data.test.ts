import { beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { limits } from '../../../../contract/limits.ts'
import { clock } from '../../../platform/clock.ts'
import { buildSession } from '../../../test/build/build-session.ts'
import { buildAccount, PASSWORD } from '../../../test/build/factories.ts'
import { buildNode } from '../../../test/build/line-desk.ts'
import { appCode } from '../../../test/outside/authenticator-app.ts'
import { makeApp } from '../../../test/run/make-app.ts'

const { call, db, inject, logged } = await makeApp()

beforeEach(() => clock.reset())

async function mint(token: string, audience: 'download' | 'usage' = 'download'): Promise<string> {
  const answer = await call(api.sessions.ticket, { audience }, { token })
  expect(answer.status, answer.text).toBe(200)
  return answer.data.ticket
}

const open = (ticket?: string, headers: Record<string, string> = {}) =>
  inject({ method: 'GET', url: '/api/user/export', query: ticket === undefined ? {} : { ticket }, headers })

describe('the file', () => {
  test("is named by the business's day, also while it is still yesterday in UTC", async () => {
    clock.shift(Date.parse('2027-02-28T16:30:00Z') - clock.now().getTime())
    const file = await open(await mint(await buildSession(db, await buildAccount(db))))
    expect(file.headers['content-disposition']).toBe('attachment; filename="account-data-2027-03-01.json"')
  })

  test('is a download with everything about the user and nothing secret', async () => {
    const account = await buildAccount(db, { userName: 'curious', email: 'curious@example.com' })
    const token = await buildSession(db, account)
    const stranger = await buildAccount(db, { userName: 'stranger', email: 'stranger@example.com' })
    await buildSession(db, stranger)
    const { secret } = (await call(api.factors.totpBegin, { passWord: PASSWORD }, { token })).data
    const confirmed = await call(api.factors.totpConfirm, { code: appCode(secret) }, { token })
    clock.shift(60_000)
    await call(api.accounts.remove, { passWord: PASSWORD, totp: appCode(secret) }, { token })
    const owner = { resellerId: 0, accountId: account.id }
    await db.kysely
      .insertInto('passkeys')
      .values({ ...owner, id: 'its-id', publicKey: Buffer.from('its key'), name: '手机', createdAt: clock.now() })
      .execute()
    await db.kysely
      .insertInto('pauses')
      .values({ ...owner, startedAt: clock.now(), endedAt: clock.now() })
      .execute()
    await db.kysely
      .insertInto('subscriptions')
      .values({ ...owner, usedBytes: 12, totalBytes: 34 })
      .execute()

    const nodeId = await buildNode(db, { name: '香港 07' })
    const line = { ...owner, nodeId, sealedCredential: Buffer.from('sealed up'), revision: 1, stateSince: clock.now() }
    await db.kysely
      .insertInto('lines')
      .values({ ...line, state: 'active', createdAt: clock.now() })
      .execute()
    const seen = { ...owner, nodeId, address: '192.0.2.9', firstSeenAt: clock.now(), seenAt: clock.now() }
    await db.kysely.insertInto('lineAddresses').values(seen).execute()
    await db.pool.query(`select traffic_make_partition('traffic_hours', date_trunc('month', $1::timestamptz)::date)`, [
      clock.now(),
    ])
    const bytes = { upBytes: 1, downBytes: 2, chargedBytes: 3 }
    await db.kysely
      .insertInto('trafficHours')
      .values({ ...owner, nodeId, hour: clock.now(), ...bytes })
      .execute()

    const file = await open(await mint(token))
    expect(file.statusCode, file.body).toBe(200)
    expect(file.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="account-data-\d{4}-\d\d-\d\d\.json"$/)
    expect(file.headers['cache-control']).toBe('no-store')
    const data = file.json<Record<string, unknown>>()
    expect(data).toMatchObject({
      dailiKey: 0,
      profile: {
        userName: 'curious',
        email: 'curious@example.com',
        wasInvited: false,
        deleteAfter: expect.any(String),
      },
      subscription: { usedBytes: 12, totalBytes: 34 },
      pauses: [{ startedAt: expect.any(String) }],
      sessions: [{ userAgent: 'test', address: '127.0.0.1', strength: 'password' }],
      factors: { totpSince: expect.any(String), passkeys: [{ name: '手机' }] },
      lines: [{ node: '香港 07', state: 'active' }],
      lineAddresses: [{ node: '香港 07', address: '192.0.2.9' }],
      traffic: [{ node: '香港 07', ...bytes }],
      mails: [{ template: 'totp_turned_on' }, { template: 'deletion_asked', toAddress: 'curious@example.com' }],
      audit: [
        { action: 'totp.turned_on', bySelf: true },
        { action: 'account.deletion_asked', bySelf: true },
      ],
    })
    expect(data['factors']).toMatchObject({ recoveryCodes: Array.from({ length: 10 }, () => ({ usedAt: null })) })
    for (const hidden of [
      'argon2',
      secret,
      token,
      'its key',
      'sealed up',
      'stranger',
      ...confirmed.data.recoveryCodes,
    ]) {
      expect(file.body.includes(hidden), hidden).toBe(false)
    }
    expect(file.body).not.toMatch(/hash|secret|"password":/i)
  })
})

describe('the ticket', () => {
  test('works once, also in parallel', async () => {
    const token = await buildSession(db, await buildAccount(db))
    const ticket = await mint(token)
    const answers = await Promise.all(Array.from({ length: 5 }, () => open(ticket)))
    expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([200, 403, 403, 403, 403])
  })

  test('is not used up by a HEAD request', async () => {
    const ticket = await mint(await buildSession(db, await buildAccount(db)))
    const head = await inject({ method: 'HEAD', url: '/api/user/export', query: { ticket } })
    expect(head.statusCode).toBe(404)
    expect((await open(ticket)).statusCode).toBe(200)
  })

  test("if invalid answers with a page without script, in the reader's language", async () => {
    const token = await buildSession(db, await buildAccount(db))
    const late = await mint(token)
    const forOther = await mint(token, 'usage')
    const ended = await mint(token)
    clock.shift(limits.ticketTtlMs)
    const fresh = await mint(token)
    for (const ticket of [undefined, '', 'tk1.x.y', late, forOther, `${fresh}x`, '<script>alert(1)</script>']) {
      const page = await open(ticket)
      expect([page.statusCode, page.headers['content-type']], ticket).toEqual([403, 'text/html; charset=utf-8'])
      expect(page.headers['content-security-policy']).toContain("default-src 'none'")
      expect(page.headers['content-disposition']).toBeUndefined()
      expect(page.body).toContain('请重新打开')
      expect(page.body).not.toMatch(/<script|"success"/)
    }
    const { body } = await open(undefined, { 'accept-language': 'en', cookie: 'app_key=yx_260_n' })
    expect(body).toContain('open it again')
    // The page has the asking reseller's brand and a way back.
    expect(body).toContain('<span>海豚加速用户中心</span>')
    expect(body).toContain('href="/user?app_key=yx_260"')
    await call(api.sessions.logout, {}, { token })
    expect((await open(fresh)).statusCode).toBe(403)
    expect((await open(ended)).statusCode).toBe(403)
  })

  test('does not appear in the log', async () => {
    const ticket = await mint(await buildSession(db, await buildAccount(db)))
    await open(ticket)
    const lines = logged.filter((line) => line.includes('/api/user/export'))
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.join('')).not.toContain(ticket)
  })
})
