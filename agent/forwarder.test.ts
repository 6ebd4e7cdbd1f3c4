import { once } from 'node:events'
import { rmSync, statSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { isPublicAddress, openForwarder, writePlace } from './forwarder.ts'
import { startDns } from './test/dns-stub.ts'
import { socksAddress } from './test/socks.ts'
import { startTarget } from './test/target.ts'
import { tempDir } from './test/temp-dir.ts'

/** These stand for the Internet. Everything else on loopback is inside. */
const outside = new Set(['127.0.0.2', '::1'])
const [CONNECT, ASSOCIATE] = [1, 3]
let dir = ''
let ends: (() => unknown)[] = []
let answers: Record<string, string[]> = {}

beforeEach(() => {
  dir = tempDir()
  ends = [() => rmSync(dir, { recursive: true })]
  answers = {}
})
afterEach(async () => {
  for (const end of ends.toReversed()) await end()
})

async function open() {
  const dns = await startDns((name) => answers[name] ?? [])
  const file = path.join(dir, 'lifeline.sock')
  const dialled: string[] = []
  const forwarder = openForwarder(file, {
    lookUp: dns.lookUp,
    isPublic(address) {
      dialled.push(address)
      return outside.has(address)
    },
  })
  await forwarder.listen()
  ends.push(dns.stop, forwarder.close)
  return { file, forwarder, checked: dialled }
}

/** Asks for a target as the engine does. Returns the answer's code, and what came after a request through it. */
async function ask(file: string, host: string, port: number, command = CONNECT) {
  const socket = connect(file)
  ends.push(() => socket.destroy())
  socket.on('error', () => {})
  socket.write(Buffer.from([5, 1, 0]))
  await once(socket, 'data')
  socket.write(Buffer.concat([Buffer.from([5, command, 0]), socksAddress(host, port)]))
  const [answer] = (await once(socket, 'data')) as [Buffer]
  const code = answer[1]!
  if (code !== 0) return { code, bytes: 0, socket }
  socket.write('GET /bytes/1000 HTTP/1.0\r\n\r\n')
  let bytes = 0
  socket.on('data', (part: Buffer) => (bytes += part.length))
  await once(socket, 'end')
  return { code, bytes, socket }
}

/** Greets the door with a password, or without one. Returns the two bytes of the last answer. */
async function greet(port: number, password: string | null): Promise<{ said: number[]; socket: Socket }> {
  const socket = connect(port, '127.0.0.1')
  ends.push(() => socket.destroy())
  const hear = async (bytes: number[]) => {
    socket.write(Buffer.from(bytes))
    return [...((await once(socket, 'data')) as [Buffer])[0]]
  }
  const method = await hear([5, 1, password === null ? 0 : 2])
  if (password === null) return { said: method, socket }
  return { said: await hear([1, 1, 65, password.length, ...Buffer.from(password)]), socket }
}

async function target(host: string): Promise<number> {
  const { port, stop } = await startTarget(host)
  ends.push(stop)
  return port
}

test('passes on what is listed, by both families, and refuses everything else', async () => {
  const [portal, cashier] = [await target('127.0.0.2'), await target('::1')]
  answers = { 'portal.test': ['127.0.0.2'], 'pay.test': ['::1'], 'other.test': ['127.0.0.2'] }
  const { file, forwarder } = await open()
  const asked: [string, number][] = [
    ['portal.test', portal],
    ['Portal.Test.', portal],
    ['pay.test', cashier],
    ['portal.test', cashier],
    ['other.test', portal],
    ['sub.portal.test', portal],
    ['127.0.0.2', portal],
    ['::1', cashier],
    ['', portal],
  ]
  const codes = async () => Promise.all(asked.map(async ([host, port]) => (await ask(file, host, port)).code))
  expect(await codes()).toEqual(asked.map(() => 2))
  forwarder.allow([`portal.test:${portal}`, `pay.test:${cashier}`])
  expect(await codes()).toEqual([0, 0, 0, 2, 2, 2, 2, 2, 2])
  expect((await ask(file, 'pay.test', cashier)).bytes).toBeGreaterThan(1_000)
  expect((await ask(file, 'portal.test', portal, ASSOCIATE)).code).toBe(7)
  expect(statSync(file).mode & 0o077).toBe(0)
})

test('a name that changes its answer leads only to public addresses', async () => {
  const port = await target('127.0.0.2')
  const { file, forwarder, checked } = await open()
  forwarder.allow([`portal.test:${port}`])
  const code = async (...addresses: string[]) => {
    answers['portal.test'] = addresses
    return (await ask(file, 'portal.test', port)).code
  }
  expect(await code('127.0.0.2')).toBe(0)
  expect(await code('127.0.0.1')).toBe(4)
  expect(await code('10.0.0.1', '169.254.169.254', '::ffff:127.0.0.1', 'fd00::1')).toBe(4)
  expect(await code('127.0.0.1', '127.0.0.2')).toBe(0)
  expect(await code()).toBe(4)
  // Each address was checked as it was dialled: the answer is asked for once for each connection.
  expect(checked.filter((address) => address === '127.0.0.2')).toHaveLength(2)
})

test('an address that is listed itself needs no lookup, and must be public too', async () => {
  const port = await target('127.0.0.2')
  const { file, forwarder } = await open()
  forwarder.allow([writePlace('127.0.0.2', port), writePlace('127.0.0.1', port), writePlace('::1', port)])
  expect((await ask(file, '127.0.0.2', port)).code).toBe(0)
  expect((await ask(file, '127.0.0.1', port)).code).toBe(4)
  expect(writePlace('2001:DB8:0:0::1', 443)).toBe('[2001:db8::1]:443')
})

test('a place that leaves the list ends its connections', async () => {
  const port = await target('127.0.0.2')
  answers = { 'portal.test': ['127.0.0.2'] }
  const { file, forwarder } = await open()
  forwarder.allow([`portal.test:${port}`])
  const socket = connect(file)
  socket.on('error', () => {})
  socket.write(Buffer.from([5, 1, 0]))
  await once(socket, 'data')
  socket.write(Buffer.concat([Buffer.from([5, CONNECT, 0]), socksAddress('portal.test', port)]))
  await once(socket, 'data')
  const closed = once(socket, 'close')
  forwarder.allow([])
  await closed
})

test('half a request ends without harm', async () => {
  const { file } = await open()
  for (const half of [[], [5], [5, 1, 0, 5], [5, 1, 0, 5, 1, 0, 3, 200, 1]]) {
    const socket = connect(file)
    socket.on('error', () => {})
    socket.resume()
    const closed = once(socket, 'close')
    socket.end(Buffer.from(half))
    await closed
  }
})

test.each([
  ['1.1.1.1', true],
  ['2606:4700::1111', true],
  ['64:ff9b::101:101', true],
  ['64:ff9b::7f00:1', false],
  ['127.0.0.1', false],
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['169.254.169.254', false],
  ['172.16.0.1', false],
  ['192.168.1.1', false],
  ['168.63.129.16', false],
  ['198.18.0.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['::ffff:1.1.1.1', false],
  ['::ffff:127.0.0.1', false],
  ['::127.0.0.1', false],
  ['2001::1', false],
  ['2002:7f00:1::', false],
  ['fc00::1', false],
  ['fe80::1', false],
  ['ff02::1', false],
  ['portal.test', false],
])('%s is public: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected)
})

test('the door on loopback opens only by its password, and leads to what is listed', async () => {
  const portal = await target('127.0.0.2')
  answers = { 'portal.test': ['127.0.0.2'] }
  const { forwarder } = await open()
  forwarder.allow([`portal.test:${portal}`])
  const { port, password } = await forwarder.openDoor()
  expect((await greet(port, null)).said).toEqual([5, 255])
  expect((await greet(port, 'x'.repeat(password.length))).said).toEqual([1, 1])
  expect((await greet(port, password.slice(1))).said).toEqual([1, 1])
  const codes = []
  for (const at of [portal, portal + 1]) {
    const { said, socket } = await greet(port, password)
    expect(said).toEqual([1, 0])
    socket.write(Buffer.concat([Buffer.from([5, CONNECT, 0]), socksAddress('portal.test', at)]))
    codes.push(((await once(socket, 'data')) as [Buffer])[0][1])
  }
  expect(codes).toEqual([0, 2])
})

test('the next agent opens the same door, and another one if the port is taken', async () => {
  const first = await open()
  const door = await first.forwarder.openDoor()
  first.forwarder.close()
  const second = await open()
  expect(await second.forwarder.openDoor()).toEqual(door)
  expect(statSync(`${second.file}.door`).mode & 0o777).toBe(0o600)
  second.forwarder.close()
  const other = createServer().listen(door.port, '127.0.0.1')
  ends.push(() => other.close())
  await once(other, 'listening')
  const third = await (await open()).forwarder.openDoor()
  expect([third.port === door.port, third.password]).toEqual([false, door.password])
})
