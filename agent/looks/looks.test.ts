import { X509Certificate } from 'node:crypto'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { afterEach, expect, test } from 'vitest'

import type { NodeLook } from '../../contract/node-api.ts'
import { freePort } from '../../test/free-port.ts'
import { makeCertificate } from '../certificate/make-certificate.ts'
import { isPublicAddress, type Dialling } from '../forwarder.ts'
import { Refused, type LooksInput } from '../portal.ts'
import { programs } from '../settings.ts'
import { dialNode } from './dial-node.ts'
import { lookAtOthers } from './look-at-others.ts'

const opened: Server[] = []
afterEach(() => {
  for (const server of opened.splice(0)) server.close()
})

async function listen(): Promise<number> {
  const server = createServer((socket) => socket.destroy())
  opened.push(server)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

function lookOf(nodeId: number, port: number, more: Partial<NodeLook> = {}): NodeLook {
  return { nodeId, address: '127.0.0.1', port, protocol: 'vless', settings: {}, credential: null, ...more }
}

const onLoopback: Dialling = { lookUp: async () => ['127.0.0.1'], isPublic: () => true }

const own = {
  dir: '/nowhere',
  settings: { server: '', engines: { ...programs, v2ray: 'none', xray: 'none' }, intervals: { lookMs: 1 } },
}

/** Answers with this list and keeps what it is told, for so many calls. */
async function run(looks: readonly NodeLook[], dialling = onLoopback, calls = 2): Promise<LooksInput[]> {
  const ending = new AbortController()
  const told: LooksInput[] = []
  const portal = {
    looks: async (input: LooksInput) => {
      told.push(input)
      if (told.length === calls) ending.abort()
      return { looks: [...looks] }
    },
  }
  await lookAtOthers({ ...own, portal, dialling, hasProbe: () => false }, ending.signal)
  return told
}

test('tells what it found of each node on the list, and asks for the next list in the same call', async () => {
  const [open, closed] = [await listen(), await freePort()]
  const looks = [lookOf(2, open), lookOf(3, closed), lookOf(4, open, { protocol: 'hysteria2' })]
  const [first, second] = await run(looks)
  expect(first!.findings).toEqual([])
  expect(second!.findings.toSorted((a, b) => a.nodeId - b.nodeId)).toEqual([
    { nodeId: 2, way: 'tcp', ms: expect.any(Number) as number, fault: null },
    { nodeId: 3, way: 'tcp', ms: expect.any(Number) as number, fault: 'refused' },
  ])
})

test('dials no address of this machine or its network, whatever the list says', async () => {
  const port = await listen()
  let connections = 0
  opened[0]!.on('connection', () => (connections += 1))
  const looks = [lookOf(2, port), lookOf(3, port, { address: 'inside.test' })]
  const [, told] = await run(looks, { lookUp: async () => ['127.0.0.1'], isPublic: isPublicAddress })
  expect([told!.findings, connections]).toEqual([[], 0])
})

test('a server that does not know the call is asked again later, and nothing is dialled', async () => {
  const ending = new AbortController()
  let calls = 0
  const portal = {
    looks: async () => {
      calls += 1
      if (calls === 3) ending.abort()
      throw new Refused(404, 'route.unknown')
    },
  }
  await lookAtOthers({ ...own, portal, dialling: onLoopback, hasProbe: () => false }, ending.signal)
  expect(calls).toBe(3)
})

test('says why a node was not found', async () => {
  const port = await listen()
  const faultOf = async (more: Partial<NodeLook>, by = onLoopback) =>
    (await dialNode(lookOf(1, port, more), by)).finding?.fault
  expect(await faultOf({ settings: { security: 'tls' } })).toBe('tls')
  expect(await faultOf({ protocol: 'trojan' })).toBe('tls')
  expect(await faultOf({ settings: { security: 'reality' } })).toBeNull()
  expect(
    await faultOf({ address: 'gone.test' }, { ...onLoopback, lookUp: () => Promise.reject(new Error('none')) }),
  ).toBe('name')
  expect(await faultOf({ protocol: 'tuic' })).toBeUndefined()
})

test('tells the fingerprint of a certificate that nobody else signed, whether or not clients accept it', async () => {
  const { certificate: cert, key } = makeCertificate('node.test', new Date())
  const server = createTlsServer({ cert, key }, (socket) => socket.destroy())
  opened.push(server)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const certSha256 = new X509Certificate(cert).fingerprint256.replaceAll(':', '').toLowerCase()
  const looks = [{}, { allowInsecure: true }, { certSha256 }, { certSha256: '0'.repeat(64) }].map((settings, at) =>
    lookOf(at + 2, port, { protocol: 'trojan', settings }),
  )
  const [, told] = await run(looks)
  expect(told!.findings.map((finding) => [finding.fault, finding.certSha256])).toEqual([
    ['tls', certSha256],
    [null, certSha256],
    [null, certSha256],
    ['tls', certSha256],
  ])
})
