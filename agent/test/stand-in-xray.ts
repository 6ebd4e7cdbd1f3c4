// Stands in for Xray where it is not installed: its control interface as of 26.7.28, with the behaviours that surprise,
// and a way through that no real client speaks: a line of JSON (key, host, port, session), then the bytes.
import { Server, ServerCredentials, status, type UntypedHandleCall } from '@grpc/grpc-js'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { appendFileSync, readFileSync } from 'node:fs'
import { BlockList, connect, createServer, isIP, isIPv4, type Socket } from 'node:net'
import process from 'node:process'

import { splitEndpoint } from '../sockets.ts'
import { bytesOf, decode, encode, partsOf, textOf, type Fields } from './wire.ts'

type Client = { id?: string; auth?: string; password?: string; flow?: string; email: string }
type User = { email: string; key: string; flow: string }
type Rule = { tag: string; outbound: string; users: string[]; sources: string[] }
type FixedRule = {
  user?: string[]
  network?: string
  port?: string
  ip?: string[]
  domain?: string[]
  outboundTag: string
}
type Config = {
  log: { access: string }
  api: { listen: string; services: string[] }
  policy: { levels: Record<string, { statsUserOnline?: boolean }> }
  inbounds: { listen: string; port: number; protocol: string; settings: { method?: string; clients: Client[] } }[]
  outbounds: {
    tag: string
    settings?: { finalRules?: { action: string; ip?: string[] }[]; port?: number; user?: string; pass?: string }
  }[]
  routing: { rules: FixedRule[] }
}
type Calls = Record<string, (input: Fields) => Buffer>
type Request = { key: string; host: string; port: number; session?: string }

/** An address stays in the list for this long after its last connection. */
const LINGER_MS = 2_000
const ACCOUNTS: Record<string, string> = {
  vless: 'xray.proxy.vless.Account',
  vmess: 'xray.proxy.vmess.Account',
  trojan: 'xray.proxy.trojan.Account',
  shadowsocks: 'xray.proxy.shadowsocks.Account',
  'shadowsocks-2022': 'xray.proxy.shadowsocks_2022.Account',
  hysteria: 'xray.proxy.hysteria.account.Account',
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

class StandIn {
  readonly #config: Config
  readonly #protocol: string
  readonly #users: User[]
  readonly #counters = new Map<string, number>()
  readonly #online = new Map<string, Map<string, number>>()
  readonly #sessions = new Map<string, User>()
  readonly #rules: Rule[] = []
  readonly #fence: { isBlocked: boolean; isAny: boolean; list: BlockList }[]
  readonly #listener = createServer((socket) => this.#greet(socket))

  constructor(config: Config) {
    const inbound = config.inbounds[0]!
    this.#config = config
    // The ciphers of 2022 are another protocol inside.
    this.#protocol = inbound.settings.method?.startsWith('2022-') ? 'shadowsocks-2022' : inbound.protocol
    this.#users = inbound.settings.clients.map(({ id, auth, password, flow, email }) => {
      return { email, flow: flow ?? '', key: id ?? auth ?? password ?? '' }
    })
    this.#fence = (config.outbounds[0]?.settings?.finalRules ?? []).map(({ action, ip }) => {
      return { isBlocked: action === 'block', isAny: ip === undefined, list: listOf(ip ?? []) }
    })
    this.#listener.on('error', (error) => {
      console.error(`Failed to start: failed to listen: ${error.message}`)
      process.exit(23)
    })
    this.#listener.listen(inbound.port, inbound.listen)
    serve(config.api.listen, { ...this.#handlerCalls(), ...this.#statsCalls(), ...this.#routingCalls() })
  }

  #handlerCalls(): Calls {
    const service = 'proxyman.command.HandlerService'
    return {
      [`${service}/AlterInbound`]: (input) => {
        if (textOf(input, 1) !== 'main') throw new Error('failed to get handler')
        const [operation] = partsOf(input, 2)
        const type = textOf(operation!, 1)
        const value = decode(bytesOf(operation!, 2))
        if (type === 'xray.app.proxyman.command.AddUserOperation') this.#addUser(partsOf(value, 1)[0]!)
        else if (type === 'xray.app.proxyman.command.RemoveUserOperation') this.#removeUser(textOf(value, 1))
        else throw new Error('unknown operation > proto: not found')
        return encode()
      },
      // It cuts nothing.
      [`${service}/RemoveInbound`]: () => {
        this.#listener.close()
        return encode()
      },
      [`${service}/GetInboundUsers`]: () => encode(...this.#users.map(({ email }) => part(encode([2, email])))),
      [`${service}/GetInboundUsersCount`]: () => encode([1, this.#users.length]),
    }
  }

  #statsCalls(): Calls {
    const service = 'stats.command.StatsService'
    return {
      [`${service}/QueryStats`]: (input) => {
        const found = [...this.#counters].filter(([name]) => name.includes(textOf(input, 1)))
        return encode(...found.map(([name, value]) => part(encode([1, name], [2, value]))))
      },
      [`${service}/GetUsersStats`]: () => {
        const users = [...this.#online].map(([email, addresses]) => {
          const ips = [...addresses.keys()].map((ip): [number, Buffer] => [2, encode([1, ip], [2, 1])])
          return part(encode([1, email], ...ips))
        })
        return encode(...users)
      },
    }
  }

  #routingCalls(): Calls {
    const service = 'router.command.RoutingService'
    return {
      [`${service}/AddRule`]: (input) => {
        const [config] = partsOf(input, 1)
        if (textOf(config!, 1) !== 'xray.app.router.Config') throw new Error('AddRule: config type error')
        if (Number(input.get(2)?.[0] ?? 0) === 0) this.#rules.splice(0)
        for (const rule of partsOf(decode(bytesOf(config!, 2)), 2)) this.#addRule(rule)
        return encode()
      },
      // One that is not there is no error.
      [`${service}/RemoveRule`]: (input) => {
        const kept = this.#rules.filter(({ tag }) => tag !== textOf(input, 1))
        this.#rules.splice(0, this.#rules.length, ...kept)
        return encode()
      },
      [`${service}/ListRule`]: () => {
        return encode(...this.#rules.map(({ outbound, tag }) => part(encode([1, outbound], [2, tag]))))
      },
    }
  }

  #addUser(user: Fields): void {
    const [account] = partsOf(user, 3)
    if (!account || textOf(account, 1) !== ACCOUNTS[this.#protocol])
      throw new Error('failed to parse user > proto: not found')
    const email = textOf(user, 2)
    const values = decode(bytesOf(account, 2))
    const isThere = this.#users.some((one) => isSame(one.email, email))
    if (isThere && this.#protocol === 'hysteria') return
    // Shadowsocks takes a second one without a word.
    if (isThere && this.#protocol !== 'shadowsocks') throw new Error(`User ${email} already exists.`)
    this.#users.push({ email, key: textOf(values, 1), flow: this.#protocol === 'vless' ? textOf(values, 2) : '' })
  }

  #removeUser(email: string): void {
    const at = this.#users.findIndex((one) => isSame(one.email, email))
    if (at < 0) throw new Error(`User ${email} not found.`)
    this.#users.splice(at, 1)
  }

  #addRule(rule: Fields): void {
    const tag = textOf(rule, 19)
    if (tag && this.#rules.some((one) => one.tag === tag)) throw new Error(`duplicate ruleTag ${tag}`)
    const sources = partsOf(rule, 11).map((source) => {
      const range = partsOf(partsOf(source, 2)[0]!, 1)[0]!
      return bytesOf(range, 1).toString('hex')
    })
    this.#rules.push({ tag, outbound: textOf(rule, 1), users: (rule.get(7) ?? []).map(String), sources })
  }

  #count(email: string, way: 'up' | 'down', bytes: number): void {
    const name = `user>>>${email}>>>traffic>>>${way}link`
    this.#counters.set(name, (this.#counters.get(name) ?? 0) + bytes)
  }

  #isFenced(address: string): boolean {
    const kind = isIPv4(address) ? 'ipv4' : 'ipv6'
    const first = this.#fence.find(({ isAny, list }) => isAny || list.check(address, kind))
    return first?.isBlocked ?? true
  }

  /** Returns what to call when the connection has closed. */
  #enter({ email }: User, address: string): () => void {
    // Loopback is never counted.
    if (address === '127.0.0.1' || address === '::1') return () => {}
    const addresses = this.#online.get(email) ?? new Map<string, number>()
    this.#online.set(email, addresses.set(address, (addresses.get(address) ?? 0) + 1))
    const leave = () => {
      const left = (addresses.get(address) ?? 1) - 1
      if (left > 0) return void addresses.set(address, left)
      addresses.delete(address)
      if (addresses.size === 0) this.#online.delete(email)
    }
    return () => void setTimeout(leave, LINGER_MS)
  }

  #greet(socket: Socket): void {
    socket.on('error', () => {})
    let head = Buffer.alloc(0)
    const listen = (bytes: Buffer) => {
      head = Buffer.concat([head, bytes])
      const end = head.indexOf('\n')
      if (end < 0) return
      // What comes while a name is looked up must wait.
      socket.off('data', listen).pause()
      void this.#carry(socket, JSON.parse(head.subarray(0, end).toString()) as Request, head.subarray(end + 1))
    }
    socket.on('data', listen)
  }

  async #carry(socket: Socket, { host, port, key, session = '' }: Request, first: Buffer): Promise<void> {
    const { address: from } = splitEndpoint(`[${socket.remoteAddress}]:1`)!
    // A connection that is in already opens streams, whatever became of its user.
    const user = this.#sessions.get(session) ?? this.#users.find((one) => one.key === key)
    if (!user) return void socket.destroy()
    if (session && !this.#sessions.has(session)) {
      this.#sessions.set(session, user)
      if (this.#protocol !== 'hysteria') socket.on('close', () => this.#sessions.delete(session))
    }
    const source = isIPv4(from) ? Buffer.from(from.split('.').map(Number)).toString('hex') : from
    const isFor = ({ users, sources }: Rule) =>
      users.includes(user.email) && (sources.length === 0 || sources.includes(source))
    const rule = this.#refusal(host, port) ?? this.#rules.find(isFor)
    const way = rule ? `[main -> ${rule.outbound}]` : '[main >> out]'
    const when = new Date().toISOString().replace('T', ' ').replaceAll('-', '/').replace('Z', '000')
    const line = `${when} from ${from}:${socket.remotePort} accepted tcp:${host}:${port} ${way} email: ${user.email}\n`
    appendFileSync(this.#config.log.access, line, { mode: 0o600 })
    if (rule) return void socket.destroy()
    const fixed = this.#ruleOf(user)
    if (fixed) {
      const through = await this.#askDoor(fixed, host, port)
      return through ? this.#relay(socket, through, user, first) : void socket.destroy()
    }
    const address = isIP(host) ? host : (await lookup(host).catch(() => ({ address: '' }))).address
    if (!address || this.#isFenced(address)) return void socket.destroy()
    this.#relay(socket, connect(port, address), user, first)
  }

  /** The first rule of the configuration that closes this target. */
  #refusal(host: string, port: number): { outbound: string } | undefined {
    const isPort = (range: string) => {
      const [from = 0, to = from] = range.split('-').map(Number)
      return from <= port && port <= to
    }
    const isName = (rule: string) => `.${host}`.endsWith(`.${rule.replace(/^domain:/, '')}`)
    const isAddress = (ip: string[]) => isIP(host) > 0 && listOf(ip).check(host, isIPv4(host) ? 'ipv4' : 'ipv6')
    const closes = ({ port: ports, ip, domain }: FixedRule) =>
      ports?.split(',').some(isPort) || (ip && isAddress(ip)) || domain?.some(isName)
    const rule = this.#config.routing.rules.find((one) => one.outboundTag === 'refused' && closes(one))
    return rule && { outbound: rule.outboundTag }
  }

  /** The first rule of the configuration that names the user by a pattern. */
  #ruleOf({ email }: User): string | undefined {
    const fits = (name: string) => name.startsWith('regexp:') && new RegExp(name.slice(7)).test(email)
    const isTcp = (network = 'tcp') => network.split(',').includes('tcp')
    return this.#config.routing.rules.find(({ user, network }) => user?.some(fits) && isTcp(network))?.outboundTag
  }

  /** A SOCKS outbound with a name and a password. */
  async #askDoor(tag: string, host: string, port: number): Promise<Socket | null> {
    const door = this.#config.outbounds.find((one) => one.tag === tag)?.settings
    if (!door?.port) return null
    const word = (text: string) => [text.length, ...Buffer.from(text)]
    const through = connect(door.port, '127.0.0.1').on('error', () => {})
    const heard = async (said: number[], size: number) => {
      through.write(Buffer.from(said))
      while (through.readableLength < size) {
        if (through.readableEnded || through.destroyed) return null
        await Promise.race([once(through, 'readable'), once(through, 'close')]).catch(() => null)
      }
      return through.read(size) as Buffer
    }
    const isIPv6Address = isIP(host) === 6
    const target = isIPv4(host) ? [1, ...host.split('.').map(Number)] : [3, ...word(host)]
    const ok =
      !isIPv6Address &&
      (await heard([5, 1, 2], 2))?.[1] === 2 &&
      (await heard([1, ...word(door.user ?? ''), ...word(door.pass ?? '')], 2))?.[1] === 0 &&
      (await heard([5, 1, 0, ...target, port >> 8, port & 255], 10))?.[1] === 0
    if (!ok) through.destroy()
    return ok ? through : null
  }

  #relay(socket: Socket, target: Socket, user: User, first: Buffer): void {
    const { email, flow } = user
    const leave = this.#enter(user, splitEndpoint(`[${socket.remoteAddress}]:1`)!.address)
    let late = 0
    target.on('error', () => socket.destroy())
    target.write(first)
    this.#count(email, 'up', first.length)
    socket.on('data', (bytes) => {
      this.#count(email, 'up', bytes.length)
      target.write(bytes)
    })
    socket.resume()
    target.on('data', (bytes) => {
      // With Vision a spliced stream is counted when it ends.
      if (flow) late += bytes.length
      else this.#count(email, 'down', bytes.length)
      socket.write(bytes)
    })
    target.on('end', () => socket.end())
    socket.on('close', () => {
      this.#count(email, 'down', late)
      target.destroy()
      leave()
    })
  }
}

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', prefix = isIPv4(range) ? '32' : '128'] = range.split('/')
    list.addSubnet(address, Number(prefix), isIPv4(address) ? 'ipv4' : 'ipv6')
  }
  return list
}

const part = (message: Buffer): [number, Buffer] => [1, message]

function serve(socket: string, calls: Calls): void {
  const server = new Server()
  const same = (bytes: Buffer) => bytes
  for (const [name, answer] of Object.entries(calls)) {
    const call: UntypedHandleCall = (
      { request }: { request: Buffer },
      done: (error: object | null, value?: Buffer) => void,
    ) => {
      try {
        done(null, answer(decode(request)))
      } catch (error) {
        done({ code: status.UNKNOWN, details: (error as Error).message })
      }
    }
    const way = { requestStream: false, responseStream: false, requestSerialize: same, requestDeserialize: same }
    const method = { path: `/xray.app.${name}`, ...way, responseSerialize: same, responseDeserialize: same }
    server.addService({ [name]: method }, { [name]: call })
  }
  server.bindAsync(`unix:${socket}`, ServerCredentials.createInsecure(), (error) => {
    if (error) throw error
  })
}

if (process.argv[2] === 'version') {
  console.log(`Xray ${process.env['STAND_IN_VERSION'] ?? '26.7.28'} (stand-in)`)
} else {
  void new StandIn(JSON.parse(readFileSync(process.argv.at(-1) ?? '', 'utf8')) as Config)
  process.on('SIGTERM', () => process.exit(0))
}
