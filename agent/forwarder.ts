import { randomBytes, timingSafeEqual } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import { BlockList, connect, createServer, isIP, isIPv6, type AddressInfo, type Server, type Socket } from 'node:net'

import { blockedRanges } from './drivers/blocked-ranges.ts'
import { readDurable, writeDurably } from './durable-file.ts'

export type Dialling = {
  lookUp(name: string): Promise<string[]>
  isPublic(address: string): boolean
}

/** A port on loopback for an engine that cannot open a socket file. Without the password it leads nowhere. */
export type Door = { port: number; password: string }

const REQUEST_MS = 10_000
const DIAL_MS = 5_000
const CONNECTIONS_MAX = 2_000
const VERSION = 5
const CONNECT = 1
const [NO_PASSWORD, BY_PASSWORD, NO_METHOD] = [0, 2, 255]
const [DONE, NOT_ALLOWED, UNREACHABLE, NO_SUCH_COMMAND] = [0, 2, 4, 7]

const closed = new BlockList()
for (const range of [...blockedRanges([]), '2001::/23']) {
  const [address = '', prefix] = range.split('/')
  closed.addSubnet(address, Number(prefix), isIPv6(address) ? 'ipv6' : 'ipv4')
}
const global6 = new BlockList()
for (const [address, prefix] of [
  ['2000::', 3],
  ['64:ff9b::', 96],
] as const) {
  global6.addSubnet(address, prefix, 'ipv6')
}

/** Whether an address is the Internet's, and not this machine's, its network's or anybody's inside. */
export function isPublicAddress(address: string): boolean {
  if (isIPv6(address)) return global6.check(address, 'ipv6') && !closed.check(address, 'ipv6')
  return isIP(address) === 4 && !closed.check(address, 'ipv4')
}

export const ordinaryDialling: Dialling = {
  lookUp: async (name) => (await lookup(name, { all: true })).map(({ address }) => address),
  isPublic: isPublicAddress,
}

/**
 * Takes connections of users on a lifeline from the engine, over a socket file that nobody else may open, and passes
 * them on to listed places. It goes by the target that the client names, never by what is inside the connection. It
 * looks the name up itself, once, and dials only the public addresses of that answer: a name that answers otherwise the
 * next time leads nowhere else. `dialling` is only for tests on loopback; no setting reaches it.
 */
export function openForwarder(file: string, dialling: Dialling = ordinaryDialling) {
  let places: ReadonlySet<string> = new Set()
  const open = new Map<Socket, string>()
  const servers: Server[] = []
  let door: Promise<Door> | null = null

  async function listenAt(place: string | AddressInfo, password: string | null): Promise<Server> {
    const server = createServer({ allowHalfOpen: true }, (client) => {
      client.on('error', () => {})
      serve(client, password).catch(() => client.destroy())
    })
    server.maxConnections = CONNECTIONS_MAX
    server.listen(typeof place === 'string' ? { path: place } : { host: place.address, port: place.port })
    await once(server, 'listening')
    servers.push(server)
    return server
  }

  async function serve(client: Socket, password: string | null): Promise<void> {
    const take = reader(client)
    if (!(await agreeOn(client, take, password))) return
    const { command, host, port } = await readRequest(take)
    const place = writePlace(host, port)
    if (command !== CONNECT) return refuse(client, NO_SUCH_COMMAND)
    if (!places.has(place)) return refuse(client, NOT_ALLOWED)
    const remote = await dial(dialling, host, port)
    if (!remote || client.destroyed || !places.has(place)) {
      remote?.destroy()
      return refuse(client, UNREACHABLE)
    }
    join(client, remote, place)
  }

  function join(client: Socket, remote: Socket, place: string): void {
    open.set(client, place)
    const end = () => {
      open.delete(client)
      client.destroy()
      remote.destroy()
    }
    for (const socket of [client, remote]) socket.on('error', end).on('close', end)
    client.write(answer(DONE))
    client.pipe(remote)
    remote.pipe(client)
  }

  async function makeDoor(): Promise<Door> {
    const kept = readDurable<Door>(`${file}.door`)
    const { port, password } = typeof kept === 'string' ? { port: 0, password: randomBytes(24).toString('hex') } : kept
    const at = (wanted: number) => ({ address: '127.0.0.1', port: wanted, family: 'IPv4' })
    // Another program may have taken the port meanwhile.
    const server = await listenAt(at(port), password).catch(() => listenAt(at(0), password))
    const found = { port: (server.address() as AddressInfo).port, password }
    if (found.port !== port) writeDurably(`${file}.door`, found)
    return found
  }

  return {
    async listen(): Promise<void> {
      rmSync(file, { force: true })
      await listenAt(file, null)
      chmodSync(file, 0o600)
    },

    /** The next agent opens it again where an engine that runs on looks for it. */
    openDoor: (): Promise<Door> => (door ??= makeDoor()),

    /** Replaces the list. Connections to places that are no longer on it end. */
    allow(listed: readonly string[]): void {
      places = new Set(listed)
      for (const [client, place] of open) if (!places.has(place)) client.destroy()
    },

    close(): void {
      for (const server of servers) server.close()
      for (const client of open.keys()) client.destroy()
    },
  }
}

async function dial({ lookUp, isPublic }: Dialling, host: string, port: number): Promise<Socket | null> {
  const found = isIP(host) > 0 ? [host] : await lookUp(host).catch(() => [])
  for (const address of found.filter((one) => isIP(one) > 0 && isPublic(one))) {
    const remote = await connectTo(address, port)
    if (remote) return remote
  }
  return null
}

/** A name as DNS compares it; an address as URLs write it. */
export function writePlace(host: string, port: number): string {
  if (isIPv6(host)) return `${new URL(`http://[${host}]`).hostname}:${port}`
  return `${host.toLowerCase().replace(/\.$/, '')}:${port}`
}

/** Returns whether the caller may go on. */
async function agreeOn(client: Socket, take: ReturnType<typeof reader>, password: string | null): Promise<boolean> {
  const [, count = 0] = await take(2)
  const methods = await take(count)
  const wanted = password === null ? NO_PASSWORD : BY_PASSWORD
  if (password !== null && !methods.includes(wanted)) {
    client.end(Buffer.from([VERSION, NO_METHOD]))
    return false
  }
  client.write(Buffer.from([VERSION, wanted]))
  if (password === null) return true
  const [, nameLength = 0] = await take(2)
  await take(nameLength)
  const [length = 0] = await take(1)
  const isRight = isSame(await take(length), Buffer.from(password))
  const said = Buffer.from([1, isRight ? 0 : 1])
  if (isRight) client.write(said)
  else client.end(said)
  return isRight
}

const isSame = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b)

/** A SOCKS 5 request. */
async function readRequest(take: ReturnType<typeof reader>) {
  const [, command = 0, , kind = 0] = await take(4)
  const size = kind === 1 ? 4 : kind === 4 ? 16 : ((await take(1))[0] ?? 0)
  const bytes = await take(size)
  const port = (await take(2)).readUInt16BE()
  return { command, port, host: kind === 3 ? bytes.toString('latin1') : writeAddress(bytes) }
}

function writeAddress(bytes: Buffer): string {
  if (bytes.length === 4) return bytes.join('.')
  return Array.from({ length: 8 }, (_, at) => bytes.readUInt16BE(at * 2).toString(16)).join(':')
}

/** Gives so many bytes of what comes in; what comes after stays in the socket. */
function reader(socket: Socket): (size: number) => Promise<Buffer> {
  const signal = AbortSignal.timeout(REQUEST_MS)
  return async (size) => {
    let held = Buffer.alloc(0)
    while (held.length < size) {
      // All that is there: the socket would tell of a rest again and again.
      const part = socket.read() as Buffer | null
      if (part) held = Buffer.concat([held, part])
      else if (socket.readableEnded || socket.destroyed) throw new Error('the request is cut off')
      else await once(socket, 'readable', { signal })
    }
    if (held.length > size) socket.unshift(held.subarray(size))
    return held.subarray(0, size)
  }
}

function connectTo(address: string, port: number): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect({ host: address, port, allowHalfOpen: true, timeout: DIAL_MS })
    const give = (result: Socket | null) => {
      if (!result) socket.destroy()
      resolve(result)
    }
    socket.once('error', () => give(null))
    socket.once('timeout', () => give(null))
    socket.once('connect', () => {
      socket.setTimeout(0)
      give(socket)
    })
  })
}

const answer = (code: number) => Buffer.from([VERSION, code, 0, 1, 0, 0, 0, 0, 0, 0])

function refuse(client: Socket, code: number): void {
  client.end(answer(code))
  client.resume()
}
