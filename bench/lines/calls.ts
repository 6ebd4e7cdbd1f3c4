import { hash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'

import { api } from '../../contract/api.ts'
import { getFeedUrl } from '../../server/domains/feeds/load-link.ts'
import { hashPassword } from '../../server/platform/secrets/passwords.ts'
import { buildSession } from '../../server/test/build/build-session.ts'
import { buildAccount, PASSWORD } from '../../server/test/build/factories.ts'
import { buildLine, buildNode } from '../../server/test/build/line-desk.ts'
import { asked } from '../run/call.ts'
import { applyLoad, type Wanted } from '../run/load.ts'
import { readRaw } from '../run/read-raw.ts'
import { runAlone } from '../run/run-alone.ts'
import type { World } from '../world.ts'
import type { Line } from './line.ts'

const CONNECTIONS = 64
const ACCOUNTS = 64
const FEED_LINES = 50
const FEED_CONNECTIONS = 16
const MIXED_RATE = 400
/** So that some answers are slower than 99 of 100. */
const MIXED_SECONDS = 3

const GZIP = { 'accept-encoding': 'gzip' }

const base = { unit: '/s', more: true }
/** The bare server asks the database twice before it sends what it keeps. */
const askedFirst = (kept: Wanted) => ({ ...kept, path: kept.path.replace('/kept/', '/asked/') })

export const callLines: Line[] = [
  {
    ...base,
    name: `POST /api/user/info, ${CONNECTIONS} connections`,
    against: 'bare Fastify and driver, two statements',
    reach: { ratio: 0.65 },
    why: 'Guards, schema, envelope, figures and a ticket of every call; its second statement reads nine tables, the bare one one.',
    async measure(world) {
      const ours = await load(world, await infoRequests(world))
      return { ours, against: await loadBare(world, [{ method: 'POST', path: '/info', body: '{}' }]) }
    },
  },
  {
    ...base,
    name: 'GET /login, the HTML',
    against: 'the same bytes from bare Fastify',
    reach: { ratio: 0.7 },
    why: 'Policy and cookie of every page, and what each request gets: an id, limits, headers, figures and a log line.',
    async measure(world) {
      const page = { method: 'GET', path: '/login?app_key=yx_0', headers: GZIP }
      const kept = await keep(world, page)
      return { ours: await load(world, [page]), against: await loadBare(world, [kept]) }
    },
  },
  {
    ...base,
    name: 'Sign-in with a password',
    against: 'argon2 alone',
    reach: { ratio: 0.9 },
    why: 'Around the hash of 12 ms some 2 of the server and 2 of the database, on the two cores that hash: caches are cold after each hash.',
    async measure(world) {
      const ours = await load(world, await loginRequests(world), 4)
      return { ours, against: await runAlone(world, 'argon2', 2) }
    },
  },
  {
    name: `${MIXED_RATE} mixed calls a second, 2 % of them sign-ins: 99 of 100 are answered in`,
    unit: 'ms',
    more: false,
    against: 'the same without sign-ins',
    reach: { value: 250 },
    why: 'A hash takes 12 ms of a core, eight times a second, beside what answers.',
    measure: async (world) => ({ ours: await loadMixed(world, true), against: await loadMixed(world, false) }),
  },
  {
    ...base,
    name: `Feed document of ${FEED_LINES} lines`,
    against: 'the same bytes from bare Fastify',
    reach: { ratio: 0.5 },
    why: 'The database is asked with every call, so that nothing stale is served: the next line has the same of the bare server.',
    async measure(world) {
      const feed = await feedRequest(world)
      const kept = await keep(world, feed)
      const ours = await world.perRound('feed', () => load(world, [feed], FEED_CONNECTIONS))
      return { ours, against: await loadBare(world, [kept], FEED_CONNECTIONS) }
    },
  },
  {
    ...base,
    name: `Feed document of ${FEED_LINES} lines, beside who asks as often`,
    against: 'the same bytes from bare Fastify after two statements',
    reach: { ratio: 0.5 },
    why: 'One of its statements writes, the other compares fifty lines; those of the bare server read a row each.',
    async measure(world) {
      const feed = await feedRequest(world)
      const kept = await keep(world, feed)
      const ours = await world.perRound('feed', () => load(world, [feed], FEED_CONNECTIONS))
      return { ours, against: await loadBare(world, [askedFirst(kept)], FEED_CONNECTIONS) }
    },
  },
  {
    ...base,
    name: 'The same, kept with gzip',
    against: 'the same bytes from bare Fastify after two statements',
    reach: { ratio: 0.5 },
    why: 'The same two statements.',
    async measure(world) {
      const feed = { ...(await feedRequest(world)), headers: GZIP }
      const kept = await keep(world, feed)
      const ours = await world.perRound('packed feed', () => load(world, [feed], FEED_CONNECTIONS))
      return { ours, against: await loadBare(world, [askedFirst(kept)], FEED_CONNECTIONS) }
    },
  },
  {
    ...base,
    name: 'The same for who has it: 304',
    against: 'the document with gzip',
    reach: { ratio: 1 },
    why: '',
    async measure(world) {
      const feed = { ...(await feedRequest(world)), headers: GZIP }
      const { tag } = await readRaw(world.server.url + feed.path, GZIP)
      const had = { ...feed, headers: { ...GZIP, 'if-none-match': tag }, status: 304 }
      const ours = await load(world, [had], FEED_CONNECTIONS)
      return { ours, against: await world.perRound('packed feed', () => load(world, [feed], FEED_CONNECTIONS)) }
    },
  },
]

async function load(world: World, requests: readonly Wanted[], connections = CONNECTIONS): Promise<number> {
  const { seconds } = world
  return (await applyLoad(world.server.url, { connections, seconds, requests })).perSecond
}

async function loadBare(world: World, requests: readonly Wanted[], connections = CONNECTIONS): Promise<number> {
  const { seconds } = world
  return (await applyLoad(world.bare.url, { connections, seconds, requests })).perSecond
}

/** What users call while some sign in: of fifty calls one. */
async function loadMixed(world: World, hasSignIns: boolean): Promise<number> {
  const [info, logins, feed] = await Promise.all([infoRequests(world), loginRequests(world), feedRequest(world)])
  const requests = info.flatMap((one, at) => {
    const { authorization = '' } = one.headers ?? {}
    const nodes = asked(api.lines.nodes, {}, authorization.replace('Bearer ', ''))
    const page = { method: 'GET', path: '/login?app_key=yx_0', headers: GZIP }
    const first = hasSignIns ? logins[at % logins.length]! : one
    return [first, ...Array.from({ length: 49 }, (_, turn) => [one, nodes, one, feed, page][turn % 5]!)]
  })
  const load = { connections: CONNECTIONS, seconds: Math.max(MIXED_SECONDS, world.seconds), rate: MIXED_RATE, requests }
  return (await applyLoad(world.server.url, load)).p99Ms
}

export function infoRequests(world: World): Promise<Wanted[]> {
  return world.once('info', async () => {
    const tokens: string[] = []
    for (let made = 0; made < ACCOUNTS; made += 1) {
      const account = await buildAccount(world.db, { resellerId: 0 })
      await subscribe(world, account.id)
      tokens.push(await buildSession(world.db, account))
    }
    return tokens.map((token) => asked(api.accounts.info, { dailiKey: 0 }, token))
  })
}

export function loginRequests(world: World): Promise<Wanted[]> {
  return world.once('login', async () => {
    const requests: Wanted[] = []
    // Use a hash of the product's strength, as `alone.ts` checks it: the test factory's hash is cheap.
    const passwordHash = await hashPassword(PASSWORD)
    for (let made = 0; made < ACCOUNTS; made += 1) {
      const { id, userName } = await buildAccount(world.db, { resellerId: 0 })
      await world.db.kysely.updateTable('accounts').set({ passwordHash }).where('id', '=', id).execute()
      requests.push(asked(api.sessions.login, { userName, passWord: PASSWORD, dailiKey: 0, remember: false }))
    }
    return requests
  })
}

export function feedRequest(world: World): Promise<Wanted> {
  return world.once('feed', async () => {
    const { db, config } = world
    const account = await buildAccount(db, { resellerId: 0 })
    const owner = { resellerId: 0, accountId: account.id }
    await subscribe(world, account.id)
    for (let made = 0; made < FEED_LINES; made += 1) await buildLine(world, account, await buildNode(db))
    const { pathname } = new URL(await getFeedUrl({ db, config }, owner))
    return { method: 'GET', path: `${pathname}?flag=meta` }
  })
}

/** Makes a typical user: with a package that is partly used. */
async function subscribe({ db }: World, accountId: number): Promise<void> {
  const expiresAt = new Date(Date.now() + 30 * 86_400_000)
  const limits = { totalBytes: 2 ** 40, usedBytes: 2 ** 30, lineLimit: FEED_LINES, deviceLimit: 3 }
  await db.kysely
    .insertInto('subscriptions')
    .values({ resellerId: 0, accountId, expiresAt, ...limits })
    .execute()
}

/** Makes the bare server give the same answer as ours to this request. */
function keep(world: World, { path: from, headers = {} }: Wanted): Promise<Wanted> {
  const name = hash('sha1', `${from} ${JSON.stringify(headers)}`)
  return world.once(`keep ${name}`, async () => {
    const { body, type, encoding } = await readRaw(world.server.url + from, headers)
    const kept = `/kept/${name}`
    const file = path.join(world.folder, path.basename(kept))
    await writeFile(file, body)
    const given = { path: kept, file, type, encoding }
    await fetch(`${world.bare.url}/keep`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(given),
    })
    return { method: 'GET', path: kept, headers }
  })
}
