import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { api } from '../../../../../contract/api.ts'
import { consoleApi } from '../../../../../contract/console/api.ts'
import { limits } from '../../../../../contract/limits.ts'
import { PICTURE_MAX_BYTES } from '../../../../../contract/pictures.ts'
import { clock } from '../../../../platform/clock.ts'
import { buildSession } from '../../../../test/build/build-session.ts'
import { buildStaff } from '../../../../test/build/build-staff.ts'
import { buildTicket } from '../../../../test/build/build-ticket.ts'
import { buildAccount, buildReseller } from '../../../../test/build/factories.ts'
import { addressOf, browseDesk, formOf, formsOf, type Extra, type Page } from '../../../../test/look/desk-pages.ts'
import { makeApp } from '../../../../test/run/make-app.ts'
import { makeWebDir } from '../../../../test/run/make-web-dir.ts'

const webDir = makeWebDir()
const made = await makeApp({}, { webDir })
const { db, call, inject, logged } = made
const { post, press, get } = browseDesk(made)
const SHOP = 8700
const MINUTE_MS = 60_000
const HOSTILE = '</textarea><script>alert(1)</script>" onfocus=alert(1) &amp; <img src=x onerror=alert(1)>'
beforeAll(() => buildReseller(db, { id: SHOP }))
beforeAll(() => buildReseller(db, { id: SHOP + 1 }))
afterEach(() => clock.reset())
afterAll(() => rmSync(webDir, { recursive: true, force: true }))

async function buildUser(resellerId = SHOP) {
  const account = await buildAccount(db, { resellerId })
  const token = await buildSession(db, account)
  const ticket = async (audience: 'help' | 'usage' = 'help') =>
    (await call(api.sessions.ticket, { audience }, { token })).data.ticket
  const open = async () => get(`/hosted/help?${addressOf(resellerId)}&ticket=${await ticket()}`)
  const list = async () => (await call(api.tickets.list, {}, { token })).data.items
  return { account, token, ticket, open, list, resellerId }
}
const jpeg = (colour = '#c00') =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: colour } })
    .jpeg()
    .toBuffer()
/** Written, looked at and sent. */
async function write(page: Page, text: string, files: Buffer[] = []): Promise<Page> {
  const look = await press(await press(page, 'new'), 'look', { wish: { text, category: 'slow' }, files })
  return press(look, 'send')
}

test('a user writes with a picture, sees what is attached, sends, and reads the thread', async () => {
  const { open, list } = await buildUser()
  const page = await open()
  expect(page.body).toContain('Your tickets')
  expect(page.body).not.toContain('<script')
  const form = await press(page, 'new')
  const look = await press(form, 'look', { wish: { text: 'first\nsecond', category: 'slow' }, files: [await jpeg()] })
  expect(look.status).toBe(200)
  for (const word of ['first\r\nsecond', 'Safari · iOS', 'Sent along, so that support can look', 'No lines']) {
    expect(look.body).toContain(word)
  }
  expect(look.body).toContain('data:image/webp;base64,')
  expect(await list()).toEqual([])
  const thread = await press(look, 'send')
  expect(thread.body).toContain('Sent. The bell and an e-mail tell you of the answer.')
  expect(thread.body).toContain('first\nsecond')
  expect(thread.body).toMatch(/<button class="shot" type="submit"><img src="data:image\/webp;base64,UklGR/)
  expect(await list()).toMatchObject([{ category: 'slow', title: 'first second', state: 'open' }])
  expect((await press(thread, 'picture')).body).toContain('<img class="large"')
})

test('says that nothing loads in one press, and sends it once however often it is pressed', async () => {
  const { open, list } = await buildUser()
  const look = await press(await open(), 'look')
  expect(look.body).toContain('Nothing loads.')
  const { action, fields } = formOf(look, 'send')
  const threads = await Promise.all([1, 2, 3].map(() => post(action, fields)))
  for (const thread of threads) expect(thread.body).toContain('Waiting for support')
  expect(await list()).toHaveLength(1)
  const other = await post(action, { ...fields, text: 'something else' })
  expect([other.status, other.body.includes('It was not sent again')]).toEqual([409, true])
  expect(await list()).toHaveLength(1)
})

test('goes back to change it: words and pictures stay, and a picture can be left out', async () => {
  const { open, list, account } = await buildUser()
  const look = await press(await press(await open(), 'new'), 'look', {
    wish: { text: 'slow' },
    files: [await jpeg(), await jpeg('#0c0')],
  })
  const again = await press(look, 'new')
  expect(again.body.match(/type="checkbox"/g)).toHaveLength(2)
  const { action, fields } = formOf(again, 'look')
  const { picture1: _out, ...kept } = fields
  const second = await post(action, { ...kept, text: 'slower' }, { files: [await jpeg('#00c')] })
  expect(second.body.match(/<img src="data:image/g)).toHaveLength(2)
  const many = await press(again, 'look', { files: [await jpeg(), await jpeg()] })
  expect([many.status, many.body.includes('Up to 3 pictures'), many.body.includes('slow')]).toEqual([400, true, true])
  await press(second, 'send')
  expect(await list()).toMatchObject([{ title: 'slower' }])
  const { rows } = await db.pool.query('select message_id from ticket_pictures where account_id = $1', [account.id])
  expect(rows.filter(({ message_id }) => message_id !== null)).toHaveLength(2)
})

test('replies with a picture once, closes, rates once, and opens again within its time', async () => {
  const { open, token, list } = await buildUser()
  const thread = await write(await open(), 'slow today')
  const { ticketId } = (await list())[0]!
  const reply = formOf(thread, 'write')
  const file = await jpeg()
  const twice = await Promise.all(
    [1, 2].map(() => post(reply.action, { ...reply.fields, text: 'still' }, { files: [file] })),
  )
  for (const page of twice) expect(page.body).toContain('still')
  const messages = async () => (await call(api.tickets.show, { ticketId }, { token })).data.messages
  expect((await messages()).map(({ body, pictures }) => [body, pictures.length])).toEqual([
    ['slow today', 0],
    ['still', 1],
  ])
  const { call: ask } = await buildStaff(made, { resellerId: SHOP, role: 'support' })
  await ask(consoleApi.tickets.answer, { ticketId, text: HOSTILE, closes: false, key: randomUUID() })
  const answered = await press(await open(), 'show', {}, 'slow today')
  expect(answered.body).toContain('&lt;script&gt;alert(1)')
  const closed = await press(answered, 'close')
  expect(closed.body).toContain('Solved')
  const { action, fields } = formOf(closed, 'rate')
  for (const page of [
    await post(action, { ...fields, rating: 'good' }),
    await post(action, { ...fields, rating: 'good' }),
  ]) {
    expect([page.status, page.body.includes('Thank you, noted.')]).toEqual([200, true])
  }
  const reopened = await press(closed, 'reopen', { wish: { text: 'again' } })
  expect(reopened.body).toContain('Waiting for support')
  expect(await messages()).toHaveLength(4)
  // Its form was for a closed ticket.
  expect((await press(closed, 'reopen', { wish: { text: 'another' } })).status).toBe(409)
})

test('after its time a closed ticket cannot be opened again, and the page says so', async () => {
  const { open, account } = await buildUser()
  const id = await buildTicket(db, account)
  const closedAt = new Date(clock.now().getTime() - limits.ticketReopenMs - MINUTE_MS)
  await db.kysely
    .updateTable('tickets')
    .set({ state: 'closed', closedAt, closedBy: 'user' })
    .where('id', '=', Number(id))
    .execute()
  const thread = await press(await open(), 'show')
  expect(thread.body).toContain('Closed more than 14 days ago')
  expect(thread.body).not.toContain('value="reopen"')
})

describe('the ticket of the address and the mark', () => {
  test('the ticket opens the page once; used, late or another’s it leaves the help and a kind sentence', async () => {
    const { ticket, resellerId } = await buildUser()
    const address = `/hosted/help?${addressOf(resellerId)}&ticket=`
    const first = await ticket()
    expect((await get(address + first)).body).toContain('page_mark')
    const late = await ticket()
    clock.shift(limits.ticketTtlMs + 1000)
    const other = await get(`/hosted/help?${addressOf(SHOP + 1)}&ticket=${await ticket()}`)
    for (const page of [
      await get(address + first),
      await get(address + late),
      await get(address + (await ticket('usage'))),
      other,
    ]) {
      expect([page.status, page.body.includes('press the reload button')]).toEqual([200, true])
      expect(page.body).toContain('Common questions')
      expect(page.body).not.toContain('page_mark')
    }
    expect((await get(`/hosted/help?${addressOf(resellerId)}`)).body).not.toMatch(/page_mark|Your tickets/)
    expect((await get(`${address}demo`)).body).not.toMatch(/page_mark|Your tickets/)
  })

  test('neither is in a link, a log line or a call that takes it for a session', async () => {
    const { open, ticket, resellerId } = await buildUser()
    const given = await ticket()
    const page = await get(`/hosted/help?${addressOf(resellerId)}&ticket=${given}`)
    const thread = await write(page, 'hello')
    const { page_mark: mark = '' } = formOf(thread, 'write').fields
    for (const { body } of [page, thread, await open()]) {
      const addresses = [...body.matchAll(/(?:href|action|src)="([^"]*)"/g)].map(([, found = '']) => found)
      expect(addresses.filter((found) => /tk1|pm1|pf1|ticket=/.test(found))).toEqual([])
    }
    expect(logged.join('')).not.toMatch(/tk1\.|pm1\.|pf1\./)
    expect((await call(api.tickets.list, {}, { token: mark })).status).toBe(401)
  })

  test('the mark ends after 30 minutes and with its session, and what was typed is shown to be copied', async () => {
    const { open, token } = await buildUser()
    const form = await press(await open(), 'new')
    const look = () => press(form, 'look', { wish: { text: 'long <b>' } })
    clock.shift(29 * MINUTE_MS)
    expect((await look()).status).toBe(200)
    clock.shift(2 * MINUTE_MS)
    for (const wish of [{ files: [] }, { files: [Buffer.alloc(300_000, 1)] }]) {
      const over = await press(form, 'look', { wish: { text: 'long <b>' }, ...wish })
      expect(over.status).toBe(403)
      expect(over.body).toContain('long &lt;b&gt;</textarea>')
      expect(over.body).toContain('href="/user/customer_service?app_key=yx_8700"')
    }
    clock.reset()
    expect((await look()).status).toBe(200)
    await call(api.sessions.logout, {}, { token })
    expect((await look()).body).toContain('Please open it again')
    const again = await get(`/hosted/help/tickets?${addressOf(SHOP)}`)
    expect([again.status, again.body.includes('Please open it again')]).toEqual([403, true])
  })

  test('search, articles and answers keep it', async () => {
    const { open } = await buildUser()
    const page = await open()
    const found = formsOf(page).find(({ html }) => html.includes('name="q"'))!
    const send = async ({ action, fields }: { action: string; fields: Record<string, string> }, wish = {}) => {
      const payload = new URLSearchParams({ ...fields, ...wish }).toString()
      const headers = { origin: 'null', 'content-type': 'application/x-www-form-urlencoded' }
      return (await inject({ method: 'POST', url: action, headers, payload })).body
    }
    const results = await send(found, { q: '连不上'.repeat(60) })
    expect(results).toContain('page_mark')
    const article = formsOf(page).find(({ action }) => action.includes('article=slow'))!
    const shown = { status: 200, body: await send(article) }
    expect(shown.body).toContain('Did this help?')
    const helped = formsOf(shown).find(({ html }) => html.includes('name="helped"'))!
    const thanked = await send(helped, { helped: 'no' })
    expect(thanked).toContain('Please contact support')
    expect(formOf({ status: 200, body: thanked }, 'new').fields['page_mark']).toBeTruthy()
    expect(await send(article, { page_mark: 'pm1.forged' })).toContain('press the reload button')
  })
})

describe('refuses', () => {
  test('forms of other sites, and forms without their one-time ticket', async () => {
    const { open, list } = await buildUser()
    const look = await press(await open(), 'look')
    const { action, fields } = formOf(look, 'send')
    for (const origin of ['https://evil.example', 'https://portal.example.evil.example', 'file://', 'x']) {
      expect((await post(action, fields, { origin })).status).toBe(403)
    }
    const elsewhere = formOf(look, 'new').fields['page_mark']!
    for (const form of ['', 'pf1.x.y', elsewhere, formOf(await open(), 'look').fields['form']!]) {
      const refused = await post(action, { ...fields, form })
      expect([refused.status, refused.body.includes('nothing was sent')]).toEqual([403, true])
      expect(refused.body).toContain('Nothing loads.')
    }
    expect(await list()).toEqual([])
    expect((await post(action, fields, { origin: 'https://portal.example' })).status).toBe(200)
    expect(await list()).toHaveLength(1)
  })

  test('a mark of another brand, another user’s form ticket, and texts of another kind in the mark’s place', async () => {
    const one = await buildUser()
    const other = await buildUser()
    const look = await press(await one.open(), 'look')
    const { action, fields } = formOf(look, 'send')
    const theirs = formOf(await press(await other.open(), 'look'), 'send').fields
    expect((await post(action.replace(`yx_${SHOP}`, `yx_${SHOP + 1}`), fields)).body).toContain('Please open it again')
    expect((await post(action, { ...fields, page_mark: theirs['page_mark']! })).status).toBe(403)
    for (const mark of ['', 'x', await one.ticket(), fields['form']!, `${fields['page_mark']!}x`]) {
      expect((await post(action, { ...fields, page_mark: mark })).body).toContain('Please open it again')
    }
    expect([await one.list(), await other.list()]).toEqual([[], []])
  })

  test('tickets and pictures of other users and resellers', async () => {
    const owner = await buildUser()
    const thread = await write(await owner.open(), 'mine alone', [await jpeg()])
    const shown = formOf(thread, 'picture').fields
    const { ticket = '', picture = '' } = shown
    for (const stranger of [await buildUser(), await buildUser(SHOP + 1)]) {
      const page = await stranger.open()
      const mine = await write(page, 'hello')
      const own = formOf(mine, 'write').fields['ticket']!
      const tries = [
        await press(page, 'new', { wish: { step: 'show', ticket } }),
        await press(mine, 'write', { wish: { ticket, text: 'let me in' } }),
        await press(mine, 'close', { wish: { ticket } }),
        await press(mine, 'list', { wish: { step: 'picture', ticket, picture } }),
        await press(mine, 'list', { wish: { step: 'picture', ticket: own, picture } }),
      ]
      for (const found of tries) {
        expect(found.status).toBeGreaterThanOrEqual(400)
        expect(found.body).not.toContain('mine alone')
      }
      const look = await press(page, 'look')
      const stolen = await press(look, 'send', { wish: { picture1: picture } })
      expect(stolen.status).toBe(422)
    }
    expect((await owner.list())[0]).toMatchObject({ state: 'open' })
  })

  test('odd steps, ids and cursors with a sentence', async () => {
    const { open } = await buildUser()
    const page = await open()
    for (const wish of [{ step: 'constructor' }, { step: '' }, { step: 'list', cursor: '<b>' }]) {
      expect((await press(page, 'new', { wish })).status).toBe(200)
    }
    for (const ticket of ['0', '-1', '1e3', '9'.repeat(20), '<b>']) {
      expect((await press(page, 'new', { wish: { step: 'show', ticket } })).status).toBe(422)
    }
    expect((await press(page, 'new', { wish: { step: 'list', cursor: 'abc' } })).status).toBe(400)
  })

  test('too much text, none, no picture and one too large: the words stay', async () => {
    const { open, list } = await buildUser()
    const form = await press(await open(), 'new')
    const huge = Buffer.alloc(PICTURE_MAX_BYTES + 1, 1)
    const tries: [Extra, number, string][] = [
      [{ wish: { text: ' ' } }, 400, 'Please write 1 to'],
      [{ wish: { text: 'x'.repeat(limits.ticketTextMax + 1) } }, 400, 'Please write 1 to'],
      [{ wish: { text: 'my words' }, files: [Buffer.from('<svg onload=alert(1)>')] }, 422, 'my words'],
      [{ wish: { text: 'my words' }, files: [huge] }, 413, 'my words'],
      [{ wish: { text: 'my words' }, files: [huge, huge, huge, huge] }, 413, 'my words'],
    ]
    for (const [wish, status, words] of tries) {
      const refused = await press(form, 'look', wish)
      expect([refused.status, refused.body.includes(words)]).toEqual([status, true])
    }
    expect(await list()).toEqual([])
    const json = await inject({ method: 'POST', url: `/hosted/help/tickets?${addressOf(SHOP)}`, payload: {} })
    expect(json.statusCode).toBe(400)
  })

  test('more than ten open ones and more than twenty messages an hour, as the portal does', async () => {
    const { open, account } = await buildUser()
    for (let count = 0; count < limits.ticketsOpen; count += 1) await buildTicket(db, account)
    const look = await press(await open(), 'look')
    const full = await press(look, 'send')
    expect(full.body).toContain('role="alert"')
    expect(full.status).toBe(422)
    const thread = await press(await open(), 'show')
    expect((await press(thread, 'write', { wish: { text: '' } })).status).toBe(400)
    // The one refused above counts too; an empty message does not.
    const statuses = []
    for (let count = 0; count < limits.ticketMessages; count += 1) {
      statuses.push((await press(thread, 'write', { wish: { text: 'same' } })).status)
    }
    expect(statuses.filter((status) => status === 429).length).toBe(1)
  })
})

test('hostile words are words, in every field', async () => {
  const { open } = await buildUser()
  const form = await press(await open(), 'new')
  const look = await press(form, 'look', { wish: { text: HOSTILE, category: '"><b>' } })
  const thread = await press(look, 'send')
  const list = await press(thread, 'list')
  const pages = [look, await press(look, 'new'), thread, list, await press(list, 'show'), await open()]
  for (const { body } of pages) {
    expect(body).toContain('&lt;script&gt;')
    expect(body).not.toMatch(/<script|<img src=x|" onfocus/)
  }
})

test('who is paused or blocked, and whose reseller is suspended, can write: they need help most', async () => {
  await buildReseller(db, { id: SHOP + 2 })
  const paused = await buildUser(SHOP + 2)
  const blocked = await buildUser(SHOP + 2)
  const now = clock.now()
  const change = (id: number, values: object) =>
    db.kysely
      .updateTable('accounts')
      .set(values)
      .where('resellerId', '=', SHOP + 2)
      .where('id', '=', id)
      .execute()
  await change(paused.account.id, { pausedAt: now })
  await change(blocked.account.id, { blockedAt: now, blockedReason: 'card' })
  await db.kysely
    .updateTable('resellers')
    .set({ suspendedAt: now })
    .where('id', '=', SHOP + 2)
    .execute()
  for (const user of [paused, blocked]) {
    expect((await write(await user.open(), 'please help')).body).toContain('Waiting for support')
    expect(await user.list()).toHaveLength(1)
  }
})

test.each([
  ['zh-CN', '我的工单'],
  ['zh-TW', '我的工單'],
])('speaks %s', async (language, title) => {
  const { ticket } = await buildUser()
  const page = await get(
    `/hosted/help?app_key=yx_${SHOP}&lang=${language}&scheme=dark&iframe=1&ticket=${await ticket()}`,
  )
  const next = await press(page, 'new')
  expect(next.body).toContain(`<html lang="${language}" data-scheme="dark">`)
  expect(next.body).toContain(title)
  clock.shift(31 * MINUTE_MS)
  // In another site's frame nothing leads out of it.
  expect((await press(page, 'new')).body).not.toContain('_top')
})
