import { expect, test } from 'vitest'

import { makeImportDesk, panelPlan, served } from '../../../test/build/panels/import-desk.ts'
import { panelUser, type PanelRow, type PanelRows } from '../../../test/build/panels/rows.ts'
import { checkBooksAfterEach } from '../../../test/look/books.ts'
import { dumpEveryRow } from '../../../test/look/every-row.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { hashOldToken } from '../../feeds/old-tokens.ts'
import { loadOldNode } from '../../nodes/old-keys.ts'
import { hasHtml, looksLikeMarkup } from '../report/markup.ts'
import { importLines } from './lines.ts'
import { plainText } from './plain-text.ts'
import { undoImport } from './undo-import.ts'

const app = await makeApp()
const { db } = app
checkBooksAfterEach(db)
const { newReseller, run, accountOf, ctx } = makeImportDesk(app)

const keyRows = (id: number, host: string, user: PanelRow = {}): PanelRows => {
  const node = { group_id: '["1"]', host, port: '443', server_port: 443, rate: '1', show: 1 }
  return { v2_user: [panelUser(1, user)], v2_server_trojan: [{ ...node, id, name: `keys ${host}` }] }
}

test('old subscription tokens open the feeds of their owners, and follow a reset there', async () => {
  const resellerId = await newReseller()
  const ownerOf = async (token: string) => {
    const query = db.kysely.selectFrom('oldFeedTokens').select(['resellerId', 'accountId'])
    return (await query.where('tokenHash', '=', hashOldToken(token)).executeTakeFirst()) ?? null
  }
  const users = [panelUser(1), panelUser(2, { token: panelUser(1)['token']! }), panelUser(3, { token: 'short' })]
  const first = await run(resellerId, { v2_user: users })
  expect(first.brought.tokens).toBe(1)
  const one = await accountOf(resellerId, 'user1@example.com')
  const before = String(users[0]!['token'])
  expect(await ownerOf(before)).toEqual({ resellerId, accountId: one.id })
  const fresh = 'f'.repeat(32)
  await run(resellerId, { v2_user: [panelUser(1, { token: fresh }), users[1]!, users[2]!] })
  expect((await ownerOf(fresh))?.accountId).toBe(one.id)
  expect((await ownerOf(before))?.accountId).not.toBe(one.id)
  expect(await dumpEveryRow(db)).not.toContain(fresh)
})

test('with the server token old agents find their nodes by type and number', async () => {
  const resellerId = await newReseller()
  const node = { group_id: '["1"]', host: 'keys.example.com', port: '443', server_port: 443, rate: '1', show: 1 }
  const v2_server_trojan = [{ ...node, id: 7, name: 'keys' }]
  const { brought } = await run(
    resellerId,
    { v2_user: [panelUser(1)], v2_server_trojan },
    { serverToken: 'the old server token' },
  )
  expect(brought).toMatchObject({ nodes: 1, nodeKeys: 1 })
  const asked = { token: 'the old server token', nodeType: 'trojan', oldNodeId: 7 }
  expect(await loadOldNode(db, asked)).toMatchObject({ name: 'keys', resellerId })
  expect(await loadOldNode(db, { ...asked, token: 'another' })).toBeNull()
  expect(await dumpEveryRow(db)).not.toContain('the old server token')
})

test('a server token is the last one named, and after an undo the nodes that come again have it', async () => {
  const resellerId = await newReseller()
  const asked = { nodeType: 'trojan', oldNodeId: 17 }
  const rows = keyRows(17, `again${resellerId}.example.com`)
  const nodeOf = async (token: string) => (await loadOldNode(db, { ...asked, token }))?.id ?? null
  const without = await run(resellerId, rows)
  expect(importLines(without).join('\n')).toContain('once its server_token is given')
  const given = await run(resellerId, rows, { serverToken: 'mistyped-token' })
  expect(importLines(given).join('\n')).not.toContain('server_token')
  expect((await run(resellerId, rows)).brought.nodeKeys).toBe(1)
  const first = await nodeOf('mistyped-token')
  expect(first).not.toBeNull()
  expect((await run(resellerId, rows, { serverToken: 'the-right-token' })).brought.nodeKeys).toBe(1)
  expect([await nodeOf('mistyped-token'), await nodeOf('the-right-token')]).toEqual([null, first])
  await undoImport(ctx(), resellerId, 'panel')
  expect(await nodeOf('the-right-token')).toBeNull()
  expect((await run(resellerId, rows, { serverToken: 'the-right-token' })).brought.nodeKeys).toBe(1)
  const again = await nodeOf('the-right-token')
  expect([again === null, again === first]).toEqual([false, false])
})

test('a second reseller with the same panel takes neither agents nor addresses, and is told so', async () => {
  const [first, second] = [await newReseller(), await newReseller()]
  const serverToken = 'a-token-of-both-panels'
  const token = panelUser(1)['token']!
  const rowsFor = (resellerId: number) => keyRows(27, `both${resellerId}.example.com`, { token: `${token}27`.slice(2) })
  await run(first, rowsFor(first), { serverToken })
  const { brought } = await run(second, rowsFor(second), { serverToken })
  expect(brought).toMatchObject({ nodeKeys: 0, tokens: 0 })
  expect(brought.nodesLeft).toEqual([
    '1 old subscription addresses: somebody else here has them, or their owners reset them here',
    'trojan 27: another node here answers to this token and number: give its agent a token of its own',
  ])
  expect(await loadOldNode(db, { token: serverToken, nodeType: 'trojan', oldNodeId: 27 })).toMatchObject({
    resellerId: first,
  })
})

test('coupons, notices, articles and tickets come over by their rules, once', async () => {
  const resellerId = await newReseller()
  const rows = {
    v2_user: [panelUser(1, served), panelUser(2, { is_admin: 1 })],
    v2_plan: [panelPlan],
    v2_coupon: [
      {
        id: 1,
        code: 'Summer',
        name: 'x',
        type: 2,
        value: 10,
        limit_use: 5,
        limit_use_with_user: 1,
        limit_plan_ids: '["1"]',
      },
      { id: 2, code: 'SUMMER', name: 'x', type: 1, value: 500 },
      { id: 3, code: 'GONE', name: 'x', type: 1, value: 500, limit_plan_ids: '[99]' },
    ],
    v2_notice: [
      {
        id: 1,
        title: '通知',
        content: '<p>hello <a href="https://a.example.com/x">here</a></p>',
        show: 1,
        created_at: 1_700_000_000,
      },
      { id: 2, title: 'hidden', content: 'x', show: 0 },
    ],
    v2_knowledge: [
      { id: 1, language: 'zh-CN', title: '教程', body: 'go to {{subscribeUrl}} now', show: 1 },
      { id: 2, language: 'fa-IR', title: 'x', body: 'y', show: 1 },
    ],
    v2_ticket: [
      { id: 1, user_id: 1, subject: '提现申请', level: 2, status: 0, created_at: 1_700_000_000 },
      { id: 2, user_id: 1, subject: 'done', level: 0, status: 1, created_at: 1_700_000_000 },
      { id: 3, user_id: 55, subject: 'gone', level: 0, status: 1 },
    ],
    v2_ticket_message: [
      { id: 1, ticket_id: 1, user_id: 1, message: 'Alipay: me\0', created_at: 1_700_000_100 },
      { id: 2, ticket_id: 2, user_id: 1, message: 'help', created_at: 1_700_000_100 },
      { id: 3, ticket_id: 2, user_id: 2, message: '字'.repeat(5000), created_at: 1_700_000_200 },
      { id: 4, ticket_id: 3, user_id: 55, message: 'x' },
    ],
  }
  const { brought } = await run(resellerId, rows)
  expect(brought).toMatchObject({ coupons: 1, notices: 1, articles: 1, tickets: 2 })
  const own = (table: 'coupons' | 'notices' | 'articles' | 'tickets' | 'ticketMessages') =>
    db.kysely.selectFrom(table).selectAll().where('resellerId', '=', resellerId).orderBy('id').execute()
  expect(await own('coupons')).toMatchObject([{ code: 'SUMMER', percent: 10, usesMax: 5, usesPerAccountMax: 1 }])
  expect(await own('notices')).toMatchObject([
    { title: '通知', body: 'hello here https://a.example.com/x', publishedAt: new Date(1_700_000_000_000) },
  ])
  expect(await own('articles')).toMatchObject([{ title: '教程', body: 'go to  now' }])
  expect(await own('tickets')).toMatchObject([
    { title: '提现申请', state: 'open', category: 'payment' },
    { title: 'done', state: 'closed', closedBy: 'staff' },
  ])
  // Staff are alerted of what waits too long, and an old answer is closed: both count from the import.
  const waits = (await own('tickets')) as { waitsSince: Date; lastAt: Date }[]
  expect(waits.map(({ waitsSince, lastAt }) => waitsSince > lastAt)).toEqual([true, false])
  const said = (await own('ticketMessages')) as { author: string; body: string }[]
  expect(said.map(({ author, body }) => [author, body.length])).toEqual([
    ['user', 10],
    ['user', 4],
    ['staff', 4000],
  ])
  expect(brought.nodesLeft).toContain('coupon 3: its plan is not here, so it did not come')
  const second = { v2_user: [panelUser(1)], v2_coupon: [{ id: 7, code: 'summer', name: 'x', type: 2, value: 50 }] }
  const other = await run(resellerId, second, { source: 'second' })
  expect(other.brought).toMatchObject({ coupons: 0, couponsTakenHere: 1 })
  expect(other.brought.nodesLeft).toContain('coupon 7: another one here has this code, so it did not come')
  expect(importLines(other).join('\n')).toContain('1 left out: another one here has the code')
  const again = await run(resellerId, rows)
  expect(again.brought).toMatchObject({ coupons: 0, notices: 0, articles: 0, tickets: 0, ticketsLeft: 0 })
})

test.each([
  ['a<br>b<p>c</p>', 'a\nbc'],
  ['<script>alert(1)</script>x<style>y{}</style>', 'x'],
  ['in {{ siteName }}', 'in'],
  ['a <!--access start-->members<!--access end--> b <!-- access start -->members', 'a  b'],
  ['<tr><td>iOS</td><td>Shadowrocket</td></tr>', 'iOS Shadowrocket'],
  ['<img src="https://a.example.com/x.png" onerror=alert(1)>', 'https://a.example.com/x.png'],
  ['<a href="javascript:alert(1)">tap</a>', 'tap'],
  ['1 &lt; 2 &amp;&amp; x', '1 < 2 && x'],
  ['=cmd|1 < 2', '=cmd|1 < 2'],
  ['<a href="https://a.example.com"><b>bold</b></a>!', 'bold https://a.example.com !'],
  ['a<!--b', 'a<!--b'],
])('of %s the words stay', (html, words) => {
  expect(plainText(html, 100)).toBe(words)
})

test.each(['<a href=http://', '<img src=http://x', '<script/', '<!--', '<a'])(
  'a text of nothing but %s costs no more than its length',
  (piece) => {
    const text = piece.repeat(4_000_000 / piece.length)
    expect([hasHtml(text), looksLikeMarkup(`x${text}`), hasHtml(`${text}>`)]).toEqual([false, false, piece !== '<!--'])
    expect(plainText(text.slice(0, 64_000), 8000)).toHaveLength(8000)
  },
)
