import { setTimeout as sleep } from 'node:timers/promises'

import { makeCertificate, missingEngines } from '../agent/test/engine-tools.ts'
import { openStream, startTarget } from '../agent/test/target.ts'
import type { Protocol } from '../contract/node-settings.ts'
import { expect } from './fixtures.ts'
import { engineBytes } from './plane/engine-counter.ts'
import { startLineClient, type ClientKind } from './plane/line-client.ts'
import { buildLineUser, type LineUser } from './plane/line-user.ts'
import { openNode, type OpenNode } from './plane/open-node.ts'
import { test, type Stage } from './stage.ts'

const PAYLOAD = 10_000_000
const CUT_MS = 3_000
type Case = { name: string; protocol: Protocol; clients: ClientKind[]; settings?: Record<string, unknown> }

/** Each protocol on each engine that supports it, with each available client program. */
const cases: Case[] = [
  { name: 'vless', protocol: 'vless', clients: ['v2ray'] },
  { name: 'vless-ws-tls', protocol: 'vless', clients: ['v2ray'], settings: tls({ network: 'ws', path: '/line' }) },
  { name: 'vmess', protocol: 'vmess', clients: ['v2ray'] },
  {
    name: 'trojan',
    protocol: 'trojan',
    clients: ['v2ray', 'trojan'],
    settings: { sni: 'localhost', allowInsecure: true },
  },
  { name: 'ss-v2ray', protocol: 'shadowsocks', clients: ['v2ray', 'ss-local'], settings: ss('v2ray') },
  { name: 'ss-libev', protocol: 'shadowsocks', clients: ['v2ray', 'ss-local'], settings: ss('shadowsocks-libev') },
]

function tls(more: object): Record<string, unknown> {
  return { security: 'tls', sni: 'localhost', allowInsecure: true, ...more }
}
function ss(engine: string): Record<string, unknown> {
  return { cipher: 'chacha20-ietf-poly1305', engine }
}

// Run in sequence: two engines at once would use up the counted seconds.
test.describe.configure({ mode: 'default' })
test.skip(missingEngines.length > 0 && process.env.CI !== 'true', `not installed: ${missingEngines.join(', ')}`)

test('counts 10 MB through a real line of every protocol exactly as the engine does', async ({ stage }) => {
  test.setTimeout(240_000)
  const target = await startTarget()
  for (const { name, protocol, clients, settings } of cases) {
    await test.step(name, async () => {
      const certificate = makeCertificate(stage.portal.dataDir)
      const node = await openNode(stage, {
        protocol,
        name,
        ...(settings ? { settings } : {}),
        agent: { tls: certificate },
      })
      const user = await buildLineUser(stage)
      const uri = await user.install(node.id)
      for (const kind of clients) {
        const client = await startLineClient(uri, kind)
        const stream = openStream(client.socksPort, target.port, `/bytes/${PAYLOAD}`)
        await stream.ended
        expect(stream.received(), `${name} by ${kind}`).toBe(PAYLOAD)
        await client.stop()
      }
      const payload = PAYLOAD * clients.length
      const counted = await expectSettled(user, node.dir, payload)
      expect(counted).toBeLessThanOrEqual(payload * 1.02)
      await node.close()
    })
  }
  await target.stop()
})

/** Ways to end a user's access during a download; each returns the moment from which the 3 seconds count. */
const endings: { what: string; begin(stage: Stage, user: LineUser): Promise<number> }[] = [
  {
    what: 'a pause',
    async begin(_stage, user) {
      const at = Date.now()
      await user.call('POST', '/api/user/freeze', { type: 'pause' })
      return at
    },
  },
  {
    what: 'the end of the package',
    async begin({ db }, user) {
      const expiresAt = new Date(Date.now() + 3_000)
      await db.pool.query('update subscriptions set expires_at = $2 where account_id = $1', [user.id, expiresAt])
      const job = { resellerId: user.resellerId, accountId: user.id }
      await db.pool.query(`select graphile_worker.add_job('lines.settle', $1::json)`, [JSON.stringify(job)])
      return expiresAt.getTime()
    },
  },
]
const SLOW_BYTES_PER_SECOND = 100_000

const served: Required<Pick<Case, 'protocol' | 'settings'>>[] = [
  { protocol: 'vless', settings: {} },
  { protocol: 'vmess', settings: {} },
  { protocol: 'trojan', settings: { sni: 'localhost', allowInsecure: true } },
  { protocol: 'shadowsocks', settings: ss('v2ray') },
  { protocol: 'shadowsocks', settings: ss('shadowsocks-libev') },
]

test('ends an open download within 3 seconds of a pause, of the end of the package and of the quota', async ({
  stage,
}) => {
  test.setTimeout(300_000)
  const target = await startTarget()
  const agent = { tls: makeCertificate(stage.portal.dataDir) }
  for (const [index, { protocol, settings }] of served.entries()) {
    const name = `${protocol}-${index}`
    const node = await openNode(stage, { protocol, name, settings, agent })
    for (const { what, begin } of endings) {
      await test.step(`${name}: ${what}`, async () => {
        const { user, client, stream } = await openSlow(stage, node.id, target.port)
        const since = await begin(stage, user)
        await stream.ended
        expect(Date.now() - since).toBeGreaterThan(0)
        expect(Date.now() - since).toBeLessThan(CUT_MS)
        const again = openStream(client.socksPort, target.port, '/bytes/1000')
        await Promise.race([again.ended, again.flowing, sleep(300)])
        expect(again.received()).toBe(0)
        again.close()
        await client.stop()
      })
    }
    await test.step(`${name}: the quota`, () => crossQuota(stage, node, target.port))
    await node.close()
  }
  await target.stop()
})

async function crossQuota(stage: Stage, node: OpenNode, targetPort: number): Promise<void> {
  const totalBytes = 200_000
  const { user, client, stream } = await openSlow(stage, node.id, targetPort, totalBytes)
  await stream.ended
  await expect.poll(user.usedBytes, { timeout: 20_000 }).toBeGreaterThanOrEqual(totalBytes)
  // shadowsocks-libev reports its counters only every 5 s.
  const lagSeconds = node.name.endsWith('-4') ? 5 : 0
  expect(stream.received()).toBeLessThan(totalBytes + SLOW_BYTES_PER_SECOND * (CUT_MS / 1000 + lagSeconds))
  await expect.poll(async () => (await user.lines())[0]?.reason).toBe('quota')
  await client.stop()
}

async function openSlow(stage: Stage, nodeId: number, targetPort: number, totalBytes?: number) {
  const user = await buildLineUser(stage, totalBytes ? { totalBytes } : {})
  const client = await startLineClient(await user.install(nodeId))
  const stream = openStream(client.socksPort, targetPort, '/slow')
  await stream.flowing
  return { user, client, stream }
}

/** Waits until the portal has the engine's count, which is at least the received bytes. */
async function expectSettled(user: LineUser, dir: string, payload: number): Promise<number> {
  await expect.poll(() => engineBytes(dir), { timeout: 20_000 }).toBeGreaterThanOrEqual(payload)
  const counted = await engineBytes(dir)
  await expect.poll(user.usedBytes, { timeout: 20_000 }).toBe(counted)
  return counted
}
