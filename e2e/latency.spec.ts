import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'

import { makeCertificate } from '../agent/test/engine-tools.ts'
import type { Db } from '../server/platform/db/db.ts'
import { buildNode } from '../server/test/build/line-desk.ts'
import { freePort } from '../test/free-port.ts'
import { DEMO, expect } from './fixtures.ts'
import { signInDemo, test } from './stage.ts'

// The node's certificate is self-signed.
test.use({ ignoreHTTPSErrors: true })

/** A plain web server, as a browser sees a node that answers TLS. */
async function startWebNode(dir: string) {
  const { certificateFile, keyFile } = makeCertificate(dir)
  const asked: IncomingMessage[] = []
  const files = { cert: readFileSync(certificateFile), key: readFileSync(keyFile) }
  const server = createServer(files, (request, response) => {
    asked.push(request)
    response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  return { port: (server.address() as AddressInfo).port, asked, stop }
}

test('measures the time to a real node in a separate frame and shows it, and shows none for a dead node', async ({
  page,
  stage,
}) => {
  const { portal, db } = stage
  const node = await startWebNode(portal.dataDir)
  const live = { protocol: 'trojan', connection: 'uniproxy', address: 'localhost' } as const
  const nodeId = await buildNode(db, { ...live, name: '测速节点', port: node.port })
  await buildNode(db, { ...live, name: '无人应答', port: await freePort() })
  const policies: string[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'document') return
    const { pathname } = new URL(response.url())
    policies.push(`${pathname} ${response.headers()['content-security-policy']}`)
  })
  await signInDemo(page, portal, 'yx_0')
  expect(node.asked).toHaveLength(0)

  await page.goto(`${portal.url}/user/line_install`)
  const tile = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await expect(tile('测速节点').getByRole('img', { name: /^延迟 \d+ 毫秒$/ })).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
  await expect(tile('无人应答')).toBeVisible()
  await expect(page.getByRole('img', { name: /^延迟/ })).toHaveCount(1)

  // Two rounds, without anything that tells the node whose browser or which portal it was.
  expect(node.asked.map(({ method, url }) => `${method} ${url}`)).toEqual(['HEAD /', 'HEAD /'])
  for (const { headers } of node.asked) {
    expect([headers.referer, headers.cookie, headers.origin]).toEqual([undefined, undefined, undefined])
  }
  const naming = policies.filter((policy) => policy.includes(`https://localhost:${node.port}`))
  expect(naming.map((policy) => policy.split(' ')[0])).toEqual(['/hosted/probe'])
  expect(policies.some((policy) => policy.startsWith('/user/line_install '))).toBe(true)
  await expect.poll(() => stage.log()).toContain('"url":"/hosted/probe?')
  expect(stage.log()).not.toContain('tk1.')

  await buildSuspendedLine(db, nodeId)
  await page.goto(`${portal.url}/user/line_list`)
  await expect(tile('测速节点').getByRole('img', { name: /^延迟 \d+ 毫秒$/ })).toBeVisible()
  expect(node.asked).toHaveLength(4)
  await node.stop()
})

/**
 * Makes a line for the demo user. Nothing connects through it, so the server need not be able to open its credential.
 */
async function buildSuspendedLine(db: Db, nodeId: number): Promise<void> {
  const { id: accountId } = await db.kysely
    .selectFrom('accounts')
    .select('id')
    .where('resellerId', '=', 0)
    .where('userName', '=', DEMO.userName)
    .executeTakeFirstOrThrow()
  const at = new Date()
  await db.kysely
    .insertInto('lines')
    .values({
      resellerId: 0,
      accountId,
      nodeId,
      sealedCredential: Buffer.alloc(1),
      state: 'suspended',
      reason: 'limit',
      revision: 1,
      stateSince: at,
      createdAt: at,
    })
    .execute()
}
