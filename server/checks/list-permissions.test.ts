import type { TSchema } from 'typebox'
import { expect, test } from 'vitest'

import { consoleApi } from '../../contract/console/api.ts'
import type { Permission } from '../../contract/permissions.ts'
import type { Route } from '../../contract/route.ts'
import { buildStaff } from '../test/build/build-staff.ts'
import { buildReseller } from '../test/build/factories.ts'
import { fundReseller } from '../test/build/money-factories.ts'
import { consoleCalls } from '../test/look/every-route.ts'
import { makeApp } from '../test/run/make-app.ts'

// Sorting or filtering a list reveals the field through the order and number of rows. So this file agrees on every sort
// and filter of the console's lists: it is open, or it needs the permission of what it reveals.
const made = await makeApp()
const { db } = made
const PAGING = ['search', 'sort', 'cursor', 'limit']

type List = { name: string; route: Route<TSchema, TSchema, 'staff'>; sorts: string[]; fields: string[] }
const lists = consoleCalls.flatMap(({ name, route }): List[] => {
  const properties = (route.input as { properties?: Record<string, { enum?: string[] }> }).properties ?? {}
  const asked = Object.keys(properties)
  const isList = asked.includes('cursor') || asked.includes('sort') || asked.includes('selection')
  if (!isList || route.access !== 'staff') return []
  const sorts = (properties['sort']?.enum ?? []).filter((sort) => !sort.startsWith('-'))
  const fields = asked.filter((field) => !PAGING.includes(field))
  return [{ name, route: route as List['route'], sorts, fields }]
})

const users =
  'ids state package endsWithinDays neverConnected overQuota balanceFromFen inviter registeredFrom registeredTo node seenWithinDays devicesFrom tag outage boughtFrom boughtTo firstPackage renewed not'
const sales = 'from to minFen maxFen'
const orders = {
  sorts: 'createdAt totalFen',
  fields: `state action packageId paidBy accountId soldFrom soldTo ${sales}`,
}
const payments = {
  sorts: 'createdAt amountFen',
  fields: `state purpose channel late accountId paidFrom paidTo ${sales}`,
}
const keys = { sorts: 'id', fields: 'state batchId accountId redeemedFrom redeemedTo' }
const entries = { sorts: 'at', fields: 'kind from to' }
/** `name:permission+permission`, or a name alone: the rows show it to every reader of the list. */
const agreed: Record<string, { sorts: string; fields: string }> = {
  'users.list': { sorts: 'created name ends balance', fields: users },
  'users.export': { sorts: 'created name ends balance', fields: users },
  'user.history': { sorts: '', fields: 'id kind' },
  'user.timeline': { sorts: '', fields: 'id' },
  'bulk.preview': { sorts: '', fields: 'selection:users.read work paidBy standings' },
  'bulk.start': { sorts: '', fields: 'selection:users.read work paidBy standings people costFen peopleTyped key' },
  'bulk.list': { sorts: '', fields: '' },
  'bulk.results': { sorts: '', fields: 'id state' },
  'orders.list': orders,
  'orders.export': orders,
  'payments.list': payments,
  'payments.export': payments,
  'cards.batches': { sorts: 'id', fields: 'kind open' },
  'cards.list': keys,
  'cards.export': keys,
  'giftLinks.list': { sorts: 'createdAt', fields: 'state soldFrom soldTo' },
  'invites.list': { sorts: 'joinedAt', fields: 'inviterId' },
  'withdrawals.list': { sorts: 'createdAt amountFen', fields: 'state' },
  'tickets.list': { sorts: 'waitsSince', fields: 'state category holder assignee account' },
  'tickets.handed': { sorts: 'waitsSince', fields: 'state category assignee' },
  'money.entries': entries,
  'money.exportEntries': entries,
  'notices.list': { sorts: 'publishedAt', fields: 'state' },
  'audit.list': { sorts: 'at', fields: 'actor action subject only from to' },
  'resellers.list': {
    sorts: 'resellerId createdAt salesFen:money.read marginFen:money.read+prices.read balanceFen:money.read',
    fields: 'state nearLimit owes:money.read',
  },
  'priceLists.resellers': { sorts: 'resellerId', fields: 'listId' },
  'payouts.list': { sorts: 'createdAt amountFen', fields: 'kind state' },
  'nodes.list': { sorts: 'name onlineUsers lines downBps cpuPercent', fields: 'state region protocol' },
  'nodes.lines': { sorts: 'number', fields: 'nodeId state' },
  'alerts.list': { sorts: 'createdAt', fields: 'state kind' },
  'jobs.list': { sorts: 'runAt', fields: 'state name' },
  'webhooks.deliveries': { sorts: '', fields: 'webhookId state' },
  'mails.list': { sorts: 'createdAt', fields: 'state resellerId' },
}

test('every sort and filter of a list was agreed: open, or with the permission of what it reveals', () => {
  const written = ({ route: { needs }, sorts, fields }: List) => {
    const say = (names: string[], by: Record<string, readonly Permission[]> = {}) =>
      names.map((name) => (by[name] ? `${name}:${by[name].join('+')}` : name)).join(' ')
    return { sorts: say(sorts, needs?.sorts), fields: say(fields, needs?.fields) }
  }
  expect(Object.fromEntries(lists.map((list) => [list.name, written(list)]))).toEqual(agreed)
})

const guarded = lists.flatMap(({ name, route }) => [
  ...Object.entries(route.needs?.sorts ?? {}).flatMap(([sort, needed]) =>
    [sort, `-${sort}`].map((value) => ({ name, route, needed, input: { sort: value } })),
  ),
  ...Object.entries(route.needs?.fields ?? {}).map(([field, needed]) => {
    const input = field === 'selection' ? bulkOf(name) : { [field]: 'true' }
    return { name, route, needed, input }
  }),
])

function bulkOf(name: string): object {
  const asked = { selection: { balanceFromFen: 100 }, work: { kind: 'notice', title: 'Hello', body: 'All of you' } }
  return name === 'bulk.start' ? { ...asked, people: 1, costFen: 0, key: 'key-of-the-test' } : asked
}

test('a member cannot sort or filter a list by hidden fields; a member who may see them can', async () => {
  for (const { name, route, needed, input } of guarded) {
    const resellerId = route.scope === 'platform' ? null : 7310
    const own = route.permission as Permission
    // A bulk notice needs its own permission, too.
    const held: Permission[] = route.path.includes('/bulk/') ? [own, 'notices.write'] : [own]
    for (const left of needed) {
      const rest = needed.filter((one) => one !== left)
      const without = await buildStaff(made, { resellerId, permissions: [...held, ...rest] })
      const refused = await without.call(route, input as never)
      expect([name, input, refused.status, refused.code]).toEqual([name, input, 403, 'staff.forbidden'])
    }
    const withIt = await buildStaff(made, { resellerId, permissions: [...held, ...needed] })
    // The selection is empty: a bulk call gets this answer only after the guard.
    const { status, code } = await withIt.call(route, input as never)
    expect([name, input, status === 200 || code === 'bulk.empty' || code === 'bulk.changed']).toEqual([
      name,
      input,
      true,
    ])
  }
  expect(guarded.length).toBeGreaterThanOrEqual(7)
})

test('platform support learns no sales, margin or balance from the list of resellers; finance can sort by them', async () => {
  for (const [id, fen] of [
    [7301, 123_457],
    [7302, 98_761],
    [7303, 55_501],
  ] as const) {
    await buildReseller(db, { id })
    await fundReseller(db, id, fen)
  }
  const support = await buildStaff(made, { resellerId: null, role: 'support' })
  const { list } = consoleApi.resellers
  for (const input of [
    { sort: '-balanceFen' },
    { sort: 'balanceFen' },
    { sort: 'marginFen' },
    { sort: '-salesFen' },
    { owes: true },
  ] as const) {
    expect((await support.call(list, { ...input, limit: 1 })).code, JSON.stringify(input)).toBe('staff.forbidden')
  }
  const plain = await support.call(list, { sort: '-createdAt', limit: 1 })
  expect([plain.status, plain.data.rows[0]!.salesFen, plain.data.rows[0]!.balanceFen]).toEqual([200, null, null])

  const finance = await buildStaff(made, { resellerId: null, role: 'finance' })
  const seen: number[] = []
  for (let cursor: string | undefined, more = true; more;) {
    const input = { sort: '-balanceFen', limit: 1, search: '730', ...(cursor ? { cursor } : {}) } as const
    const { data, status } = await finance.call(list, input)
    expect(status).toBe(200)
    seen.push(data.rows[0]!.resellerId)
    cursor = data.nextCursor ?? undefined
    const text = `${cursor} ${Buffer.from(cursor ?? '', 'base64url').toString('latin1')}`
    expect(text).not.toMatch(/123457|98761|55501/)
    more = cursor !== undefined
  }
  expect(seen).toEqual([7301, 7302, 7303])
})

test('a cursor that was not sealed here, for this list and this order, opens no page of any list', async () => {
  await buildReseller(db, { id: 7311 })
  const teams = {
    reseller: await buildStaff(made, { resellerId: 7311 }),
    platform: await buildStaff(made, { resellerId: null }),
  }
  const answers: string[] = []
  for (const { name, route } of lists.filter(({ route: { input } }) => JSON.stringify(input).includes('"cursor"'))) {
    const { call } = route.scope === 'platform' ? teams.platform : teams.reseller
    const id = '00000000-0000-4000-8000-000000000000'
    const more = {
      'user.history': { id: 1, kind: 'orders' },
      'user.timeline': { id: 1 },
      'bulk.results': { id },
      'nodes.lines': { nodeId: 1 },
    }[name]
    for (const cursor of ['1', '1.1', `1.${id}`, 'v.MQ.1']) {
      const { status, code } = await call(route, { cursor, ...more } as never)
      if (status !== 400 || code !== 'request.invalid') answers.push(`${name} ${cursor}: ${status} ${code}`)
    }
  }
  expect(answers).toEqual([])
  const { call } = teams.platform
  const bySales = (await call(consoleApi.resellers.list, { sort: '-salesFen', limit: 1 })).data.nextCursor!
  const other = await call(consoleApi.resellers.list, { sort: '-balanceFen', cursor: bySales })
  expect([other.status, other.code]).toEqual([400, 'request.invalid'])
})
