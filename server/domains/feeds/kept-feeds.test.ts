import { sql } from 'kysely'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeAll, expect, test } from 'vitest'

import { feedFormats, type FeedFormat } from '../../../contract/clients.ts'
import { clock } from '../../platform/clock.ts'
import { buildReseller } from '../../test/build/factories.ts'
import { openLineDesk } from '../../test/build/line-desk.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { makeSealedCredential } from '../lines/credential.ts'
import { documentOf, keepFeeds } from './kept-feeds.ts'
import { getFeedUrl } from './load-link.ts'
import { loadFeed } from './load-view.ts'

const app = await makeApp({ PUBLIC_URL: 'https://portal.example' })
const { db, config } = app
const desk = openLineDesk(app)
const OTHER_SHOP = 699
beforeAll(() => buildReseller(db, { id: OTHER_SHOP }))
afterEach(() => clock.reset())
let shops = 700
let fetches = 0

/** Builds a feed of two lines at its own reseller. Reads its documents over the wire and with an empty memory. */
async function buildFeed() {
  shops += 1
  const resellerId = shops
  await buildReseller(db, { id: resellerId, title: `Shop ${resellerId}` })
  const user = await desk.buildUser({ resellerId })
  const nodes = [
    await desk.buildNode({ name: `A ${shops}`, suits: ['game'] }),
    await desk.buildNode({ name: `B ${shops}` }),
  ]
  for (const node of nodes) expect((await desk.install(user, node)).status).toBe(200)
  await desk.confirm(user)
  const owner = { resellerId, accountId: user.account.id }
  const { pathname } = new URL(await getFeedUrl({ db, config }, owner))
  const token = pathname.split('/')[2]!
  const known = async (format: FeedFormat) => {
    const answer = await app.inject(`${pathname}?flag=${format === 'mihomo' ? 'meta' : format}`)
    return answer.statusCode === 200 ? answer.body : null
  }
  const anew = async (format: FeedFormat) => {
    const feed = await loadFeed({ db, config, now: clock.now() }, token, keepFeeds())
    return feed && documentOf(feed, format).plain.toString()
  }
  // Each from an address of its own: the limit is by address.
  const fetch = (headers: Record<string, string> = {}) =>
    app.inject({ url: `${pathname}?flag=meta`, headers, remoteAddress: `198.51.100.${(fetches += 1)}` })
  return { owner, nodeId: nodes[0]!, known, anew, fetch }
}

type Feed = Awaited<ReturnType<typeof buildFeed>>
const ids = Object.keys(feedFormats) as FeedFormat[]
const line = (set: string) => (feed: Feed) =>
  sql`update lines set ${sql.raw(set)} where account_id = ${feed.owner.accountId} and node_id = ${feed.nodeId}`
const node = (set: string) => (feed: Feed) => sql`update nodes set ${sql.raw(set)} where id = ${feed.nodeId}`
const account = (set: string) => (feed: Feed) =>
  sql`update accounts set ${sql.raw(set)} where id = ${feed.owner.accountId}`
const subscription = (set: string) => (feed: Feed) =>
  sql`update subscriptions set ${sql.raw(set)} where account_id = ${feed.owner.accountId}`

/** Every input of a document, with one format that shows it. */
const changes: [string, FeedFormat, (feed: Feed) => ReturnType<typeof sql>][] = [
  ['a line is gone', 'mihomo', line(`state = 'removed'`)],
  ['a line is suspended', 'mihomo', line(`state = 'suspended', reason = 'limit'`)],
  ['a line has another port', 'mihomo', line('port = 1234')],
  [
    'a line has another credential',
    'base64',
    ({ owner, nodeId }) =>
      sql`update lines set sealed_credential = ${makeSealedCredential(config, owner)} where account_id = ${owner.accountId} and node_id = ${nodeId}`,
  ],
  ['a node is gone', 'mihomo', node('removed_at = now()')],
  ['a node is renamed', 'mihomo', node(`name = 'C' || name`)],
  [
    'a node has a name in the language',
    'mihomo',
    (feed) => sql`with read as (${account(`language = 'en'`)(feed)}) ${node(`names = '{"en": "Alpha"}'`)(feed)}`,
  ],
  ['a node has another address', 'sing-box', node(`address = 'moved.example'`)],
  ['a node has another port', 'surge', node(`protocol = 'trojan', port = 8443`)],
  ['a node has another protocol', 'mihomo', node(`protocol = 'trojan'`)],
  ['a node has other settings', 'mihomo', node(`settings = '{"network": "ws", "path": "/new"}'`)],
  [
    'a node suits another use',
    'mihomo',
    (feed) =>
      sql`with mode as (${account(`speed_mode = 'game'`)(feed)}) ${node(`suits = '{}', name = 'Z' || name`)(feed)}`,
  ],
  ['a node is in maintenance', 'mihomo', node('in_maintenance = true')],
  ['a node is somebody else’s', 'mihomo', node(`reseller_id = ${OTHER_SHOP}`)],
  ['the account is paused', 'mihomo', account('paused_at = now()')],
  ['the account is locked', 'mihomo', account('locked_at = now()')],
  ['the account is deleted', 'mihomo', account('deleted_at = now()')],
  ['the account reads English', 'mihomo', account(`language = 'en'`)],
  ['the account wants films', 'mihomo', account(`speed_mode = 'video'`)],
  ['the time is over', 'mihomo', subscription(`expires_at = now() - interval '1 day'`)],
  ['the traffic is used', 'mihomo', subscription('used_bytes = total_bytes')],
  ['some traffic is used', 'shadowrocket', subscription('used_bytes = 5000000000, used_up_bytes = 2000000000')],
  ['some traffic is used', 'sip008', subscription('used_bytes = 5000000000')],
  ['the end moves', 'shadowrocket', subscription(`expires_at = expires_at + interval '9 days'`)],
  [
    'the address has another host',
    'surge',
    ({ owner }) =>
      sql`insert into reseller_domains (reseller_id, host, is_main, verified_at) values (${owner.resellerId}, ${`shop${owner.resellerId}.example`}, true, now())`,
  ],
  [
    'the link is reset',
    'mihomo',
    ({ owner }) =>
      sql`update feed_links set token_hash = decode(repeat('00', 32), 'hex') where account_id = ${owner.accountId}`,
  ],
]

test.each(changes)('%s: %s shows it at once', async (_what, format, change) => {
  const feed = await buildFeed()
  const before = await feed.known(format)
  expect(before).not.toBeNull()
  expect(await feed.known(format)).toBe(before)
  await change(feed).execute(db.kysely)
  const after = await feed.known(format)
  expect(after).not.toBe(before)
  expect(after).toBe(await feed.anew(format))
})

test('keeps formats, languages and times apart, and gives the same documents as without a memory', async () => {
  const feed = await buildFeed()
  const ask = async () => Promise.all(ids.map(async (id) => [id, await feed.known(id)]))
  const fresh = async () => Promise.all(ids.map(async (id) => [id, await feed.anew(id)]))
  const first = await ask()
  expect(first).toEqual(await fresh())
  expect(await ask()).toEqual(first)
  clock.shift(40 * 86_400_000)
  const expired = await ask()
  expect(expired).toEqual(await fresh())
  expect(expired).not.toEqual(first)
})

test('a feed goes out small to who takes it so, the same bytes to everybody else', async () => {
  const { fetch } = await buildFeed()
  const plain = await fetch({ 'accept-encoding': 'identity' })
  expect([plain.headers['content-encoding'], plain.headers['vary']]).toEqual([undefined, 'accept-encoding'])
  for (const [accepted, encoding, unpack] of [
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
    ['GZIP', 'gzip', gunzipSync],
    ['*', 'br', brotliDecompressSync],
    ['', undefined, (bytes: Buffer) => bytes],
    ['gzip;q=0, *;q=0', undefined, (bytes: Buffer) => bytes],
    ['zstd, xgzip', undefined, (bytes: Buffer) => bytes],
  ] as const) {
    for (let time = 0; time < 2; time += 1) {
      const packed = await fetch({ 'accept-encoding': accepted })
      expect([accepted, packed.headers['content-encoding']]).toEqual([accepted, encoding])
      expect(packed.headers['etag']).toBe(plain.headers['etag'])
      expect(unpack(packed.rawPayload).toString()).toBe(plain.body)
    }
  }
})

test('who has the document gets 304 with the traffic of now, and the document as soon as it is another', async () => {
  const feed = await buildFeed()
  const first = await feed.fetch()
  const tag = String(first.headers['etag'])
  await subscription('used_bytes = 7000, used_up_bytes = 2000')(feed).execute(db.kysely)
  for (const sent of [tag, tag.slice(2), `"other", ${tag}`]) {
    const same = await feed.fetch({ 'if-none-match': sent, 'accept-encoding': 'gzip' })
    expect([same.statusCode, same.body, same.headers['content-encoding']]).toEqual([304, '', undefined])
    expect(same.headers['subscription-userinfo']).toContain('upload=2000; download=5000;')
  }
  await line(`state = 'suspended', reason = 'limit'`)(feed).execute(db.kysely)
  const other = await feed.fetch({ 'if-none-match': tag })
  expect([other.statusCode, other.headers['etag'] === tag]).toEqual([200, false])
  await subscription(`expires_at = now() - interval '1 day'`)(feed).execute(db.kysely)
  expect((await feed.fetch({ 'if-none-match': String(other.headers['etag']) })).statusCode).toBe(200)
})

test('two accounts on the same nodes never get each other’s document', async () => {
  const [one, other] = [await buildFeed(), await buildFeed()]
  await sql`update lines set node_id = ${one.nodeId} where account_id = ${other.owner.accountId} and node_id = ${other.nodeId}`.execute(
    db.kysely,
  )
  const documents = [
    await one.known('base64'),
    await other.known('base64'),
    await one.known('base64'),
    await other.known('base64'),
  ]
  expect(documents[0]).toBe(documents[2])
  expect(documents[1]).toBe(documents[3])
  expect(documents[0]).not.toBe(documents[1])
})

test('the memory drops the feed that was not requested for the longest time', () => {
  const feeds = keepFeeds()
  const feed = { stamp: '', lines: [], documents: new Map() }
  for (let at = 0; at < 16; at += 1) feeds.keep(`feed ${at}`, feed)
  expect(feeds.find('feed 0')).toBe(feed)
  feeds.keep('one more', feed)
  expect([feeds.find('feed 0'), feeds.find('feed 1'), feeds.find('one more')]).toEqual([feed, undefined, feed])
})
