// Stands in for hysteria where it is not installed: its webhook and its figures as of 2.12.1, and a way through that no
// real client speaks: a line of JSON (key, host, port) over TCP, then the bytes.
import { lookup } from 'node:dns/promises'
import { readFileSync } from 'node:fs'
import { createServer as createHttp } from 'node:http'
import { BlockList, connect, createServer, isIP, isIPv4, type Socket } from 'node:net'
import process from 'node:process'

type Config = {
  listen: string
  auth: { type: string; http: { url: string } }
  trafficStats: { listen: string; secret: string }
  acl: { inline: string[] }
}
type Request = { key: string; host: string; port: number }

const config = JSON.parse(readFileSync(process.argv.at(-1) ?? '', 'utf8')) as Config
const traffic: Record<string, { tx: number; rx: number }> = {}
const online: Record<string, number> = {}
const kicked = new Set<string>()
const refused = new BlockList()
for (const rule of config.acl.inline) {
  const [, address = '', prefix] = /^reject\(([0-9a-f.:]+)\/(\d+)\)$/.exec(rule) ?? []
  if (address) refused.addSubnet(address, Number(prefix), isIPv4(address) ? 'ipv4' : 'ipv6')
}
const portOf = (listen: string) => Number(listen.split(':').at(-1))

function isRefused(host: string, port: number): boolean {
  return config.acl.inline.some((rule) => {
    const [, name, from, to = from] = /^reject\((?:suffix:(\S+)|all, \*\/(\d+)(?:-(\d+))?)\)$/.exec(rule) ?? []
    return name ? host === name || host.endsWith(`.${name}`) : Number(from) <= port && port <= Number(to)
  })
}

async function letIn(auth: string, addr: string): Promise<string | null> {
  const answer = await fetch(config.auth.http.url, { method: 'POST', body: JSON.stringify({ addr, auth, tx: 0 }) })
  const { ok, id } = (await answer.json()) as { ok: boolean; id: string }
  return answer.status === 200 && ok ? id : null
}

/** False: the connection ends, and this byte is not counted. The word is gone with the first hit. */
function log(id: string, tx: number, rx: number): boolean {
  if (kicked.delete(id)) return false
  const own = (traffic[id] ??= { tx: 0, rx: 0 })
  own.tx += tx
  own.rx += rx
  return true
}

async function carry(socket: Socket, { key, host, port }: Request, first: Buffer): Promise<void> {
  const id = await letIn(key, `${socket.remoteAddress}:${socket.remotePort}`).catch(() => null)
  if (id === null) return void socket.destroy()
  online[id] = (online[id] ?? 0) + 1
  socket.on('close', () => {
    online[id] = (online[id] ?? 1) - 1
    if (online[id] === 0) delete online[id]
  })
  const address = isIP(host) ? host : (await lookup(host)).address
  if (isRefused(host, port) || refused.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')) return void socket.destroy()
  const target = connect(port, address)
  target.on('error', () => socket.destroy()).on('end', () => socket.end())
  socket.on('close', () => target.destroy())
  const up = (bytes: Buffer) => (log(id, bytes.length, 0) ? target.write(bytes) : socket.destroy())
  up(first)
  socket.on('data', up).resume()
  target.on('data', (bytes) => (log(id, 0, bytes.length) ? socket.write(bytes) : socket.destroy()))
}

createServer((socket) => {
  socket.on('error', () => {})
  let head = Buffer.alloc(0)
  const listen = (bytes: Buffer) => {
    head = Buffer.concat([head, bytes])
    const end = head.indexOf('\n')
    if (end < 0) return
    // What comes while the door is asked must wait.
    socket.off('data', listen).pause()
    void carry(socket, JSON.parse(head.subarray(0, end).toString()) as Request, head.subarray(end + 1))
  }
  socket.on('data', listen)
}).listen(portOf(config.listen), '127.0.0.1')

createHttp((request, response) => {
  if (request.headers.authorization !== config.trafficStats.secret) return void response.writeHead(401).end()
  let body = ''
  request.on('data', (part) => (body += String(part)))
  request.on('end', () => {
    if (request.url === '/kick') for (const id of JSON.parse(body) as string[]) kicked.add(id)
    response.end(JSON.stringify(request.url === '/traffic' ? traffic : request.url === '/online' ? online : {}))
  })
}).listen(portOf(config.trafficStats.listen), '127.0.0.1')
