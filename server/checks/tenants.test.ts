import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import type { Route } from '../../contract/route.ts'
import { routes } from '../app.ts'
import { assignCards } from '../domains/cards/assign-cards.ts'
import { clock } from '../platform/clock.ts'
import { buildCards } from '../test/build-cards.ts'
import { buildNotice } from '../test/build-notice.ts'
import { buildSession } from '../test/build-session.ts'
import { buildAccount, buildReseller } from '../test/factories.ts'
import { buildLine, buildNode } from '../test/line-desk.ts'
import { makeCashierApp } from '../test/make-cashier-app.ts'
import { buildCoupon, buildPackage, fund } from '../test/money-factories.ts'
import { makePayDesk } from '../test/pay-desk.ts'

const made = await makeCashierApp()
const { app, db, config, payTypes } = made
const desk = makePayDesk(made)
const CANARY = 'canary'
const SELF = { resellerId: 7001 }
const NEIGHBOUR = { resellerId: 7001 }
const STRANGER = { resellerId: 7002 }

/** Somebody whose every word is a canary, with one of each thing that has a number. */
async function buildVictim({ resellerId }: { resellerId: number }) {
  const word = `${CANARY}${randomUUID().slice(0, 8)}`
  await buildReseller(db, { id: resellerId, ...(resellerId === SELF.resellerId ? {} : { title: word }) })
  const account = await buildAccount(db, { resellerId, userName: word, email: `${word}@mail.example` })
  await fund(db, account, 50_000)
  const payer = { resellerId, id: account.id, token: await buildSession(db, account) }
  const plan = await buildPackage(db, { resellerId, prices: { month: 100 } })
  const coupon = await buildCoupon(db, { resellerId, accountId: account.id })
  const wish = { action: 'new', packageId: plan.wireId, period: 'month' } as const
  const quote = await made.call(api.packages.quote, wish, { token: payer.token })
  const orderId = await desk.buildOrder(payer)
  const topUp = await desk.topUp(payer, 500)
  const { code } = await buildCards(db, { resellerId })
  await assignCards({ db, config, now: clock.now() }, { resellerId, userName: word, codes: [code] }, 'operator:test')
  const isNeighbour = resellerId === SELF.resellerId
  const nodeId = await buildNode(db, isNeighbour ? {} : { resellerId, name: `${word} node` })
  const lineId = await buildLine(made, account, nodeId)
  // What is told to all users of the own reseller is the neighbour's too.
  const notice = isNeighbour ? { id: absent.noticeId } : await buildNotice(db, { resellerId, title: word, body: word })
  const [session] = (await made.call(api.sessions.list, {}, { token: payer.token })).data.items
  return {
    payer,
    word,
    ids: {
      orderId,
      quoteId: quote.data.quoteId,
      out_trade_no: topUp.data.out_trade_no,
      id: session!.id,
      coupon: coupon.code,
      packageId: plan.wireId,
      lineId,
      noticeId: notice.id,
    },
  }
}

/** Nothing of ours ever had these. */
const absent = {
  orderId: randomUUID(),
  quoteId: randomUUID(),
  out_trade_no: '20260101abcdefghijklmnopqrstuvwx',
  id: randomUUID(),
  coupon: 'CODE-NONE',
  packageId: '999999999',
  lineId: randomUUID(),
  noticeId: '999999999999999',
}
type Ids = Record<keyof typeof absent, string>

let own: Awaited<ReturnType<typeof buildVictim>>
const victims: [name: string, of: { resellerId: number }][] = [
  ['a neighbour at the same reseller', NEIGHBOUR],
  ['a user of another reseller', STRANGER],
]
beforeAll(async () => {
  own = await buildVictim(SELF)
})

/** Every call that names a thing, with the thing to be filled in. */
const calls: [Route, (ids: Ids) => object][] = [
  [api.orders.detail, ({ orderId }) => ({ orderId })],
  [api.orders.cancel, ({ orderId }) => ({ orderId })],
  [api.packages.buy, ({ quoteId }) => ({ quoteId, payBy: 'balance', key: randomUUID() })],
  [api.packages.buy, ({ quoteId }) => ({ quoteId, payBy: 'online', key: randomUUID() })],
  [
    api.payments.pay,
    ({ orderId }) => ({ type: 'package', orderId, payType: payTypes.alipay, device: 'qr', key: randomUUID() }),
  ],
  [
    api.payments.pay,
    ({ orderId }) => ({ type: 'agency', orderId, payType: payTypes.alipay, device: 'qr', key: randomUUID() }),
  ],
  [api.payments.check, ({ out_trade_no }) => ({ out_trade_no })],
  [api.payments.check, ({ out_trade_no }) => ({ out_trade_no, key: randomUUID() })],
  [api.sessions.revoke, ({ id }) => ({ id })],
  [api.notices.read, ({ noticeId }) => ({ id: noticeId })],
  [api.lines.uninstall, ({ lineId }) => ({ lineId })],
  [api.lines.rotate, ({ lineId }) => ({ lineId })],
  [api.lines.move, ({ lineId }) => ({ lineId, nodeId: 1 })],
  [api.packages.quote, ({ coupon }) => ({ action: 'new', packageId: own.ids.packageId, period: 'month', coupon })],
]

async function send(route: Route, input: object) {
  const headers = { authorization: `Bearer ${own.payer.token}` }
  const carrier = route.method === 'GET' ? { query: input as Record<string, string> } : { payload: input }
  return app.inject({ method: route.method, url: route.path, headers, ...carrier })
}

/** Every row of a reseller or, at the own one, of an account. */
async function rowsOf({ resellerId, id }: { resellerId: number; id: number }): Promise<string> {
  const { rows: tables } = await db.pool.query<{ name: string; has_account: boolean }>(
    `select table_name as name, bool_or(column_name = 'account_id') as has_account from information_schema.columns
      where table_schema = 'public' group by 1 having bool_or(column_name = 'reseller_id') order by 1`,
  )
  const parts = []
  for (const { name, has_account } of tables) {
    const isOwn = resellerId === SELF.resellerId
    if (isOwn && !has_account) continue
    const { rows } = await db.pool.query(
      `select * from ${name} where reseller_id = $1 ${isOwn ? 'and account_id = $2' : ''} order by 1, 2`,
      isOwn ? [resellerId, id] : [resellerId],
    )
    parts.push(`${name} ${JSON.stringify(rows)}`)
  }
  return parts.join('\n')
}

describe.each(victims)('%s', (_name, of) => {
  test('whose things are named cannot be told from nobody, and nothing changes', async () => {
    const victim = await buildVictim(of)
    const before = await rowsOf(victim.payer)
    for (const [route, fill] of calls) {
      const [theirs, nobodys] = [await send(route, fill(victim.ids)), await send(route, fill(absent))]
      expect([route.path, theirs.statusCode, theirs.body]).toEqual([route.path, nobodys.statusCode, nobodys.body])
      expect(theirs.statusCode).toBe(422)
    }
    expect(await rowsOf(victim.payer)).toBe(before)
  })

  test('leaves no word in anything that can be read', async () => {
    const victim = await buildVictim(of)
    const reads = routes
      .map(({ route }) => route)
      .filter(({ method, access }) => method === 'GET' && access !== 'monitor')
    const texts = []
    for (const route of reads) {
      const { required = [] } = route.input as { required?: string[] }
      const days = { range: 'today', from: '2026-01-01', to: '2026-01-02', by: 'node' }
      const known: Record<string, string> = {
        ...own.ids,
        ...days,
        paytype: 'user',
        dailiKey: String(SELF.resellerId),
      }
      const answer = await send(route, Object.fromEntries(required.map((name) => [name, known[name]])))
      expect([route.path, answer.statusCode]).toEqual([route.path, 200])
      texts.push(answer.body)
    }
    texts.push((await send(api.accounts.info, { dailiKey: SELF.resellerId })).body)
    texts.push((await send(api.sessions.ticket, { audience: 'download' })).body)
    const { ticket } = (JSON.parse(texts.at(-1)!) as { data: { ticket: string } }).data
    texts.push((await app.inject(`/api/user/export?ticket=${ticket}`)).body)
    const all = texts.join('\n')
    expect(all).toContain(own.word)
    for (const secret of [
      victim.word,
      victim.ids.orderId,
      victim.ids.out_trade_no,
      victim.ids.id,
      victim.ids.coupon,
      victim.ids.lineId,
    ]) {
      expect(all).not.toContain(secret)
    }
  })
})

test('a token shown with the key of another reseller reads nothing there', async () => {
  const { payer, word } = await buildVictim(STRANGER)
  const answer = await send(api.accounts.info, { dailiKey: payer.resellerId })
  expect([answer.statusCode, answer.body.includes(word)]).toEqual([401, false])
})

test('a row of one reseller cannot point into another: every foreign key carries the reseller', async () => {
  const { rows } = await db.pool.query<{ name: string }>(
    `with tenant as (select attrelid as id, attnum from pg_attribute
                      where attname = 'reseller_id' and attrelid::regclass::text !~ '[.]')
     select conrelid::regclass || ' ' || pg_get_constraintdef(c.oid) as name
       from pg_constraint c join tenant own on own.id = conrelid join tenant other on other.id = confrelid
      where contype = 'f' and not (own.attnum = any (conkey) and other.attnum = any (confkey)) order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual([
    // A member of the platform works in any office; whose office it is stands in the row.
    'bulk_runs FOREIGN KEY (staff_id) REFERENCES staff(id)',
    // Nodes are the platform's; some are one reseller's alone, which the use cases of lines look at.
    'lines FOREIGN KEY (node_id) REFERENCES nodes(id)',
    // Both rows are written by one function for one account.
    'mails FOREIGN KEY (code_id) REFERENCES mail_codes(id) ON DELETE SET NULL',
    // A notice may be everybody's; only one that its user is shown gets a mark.
    'notice_reads FOREIGN KEY (notice_id) REFERENCES notices(id)',
    // The owner of a merchant is the platform or the reseller; a check on payments compares it.
    'payments FOREIGN KEY (merchant_id, merchant_owner_key) REFERENCES merchants(id, owner_key)',
    'saved_views FOREIGN KEY (staff_id) REFERENCES staff(id)',
    // The platform has staff too: the key is made of the reseller, or stands for none.
    'staff FOREIGN KEY (owner_key, role_id) REFERENCES staff_roles(owner_key, id)',
    'staff_invitations FOREIGN KEY (owner_key, role_id) REFERENCES staff_roles(owner_key, id)',
  ])
})
