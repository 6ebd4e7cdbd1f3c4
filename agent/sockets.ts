import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** More sockets in one call would exceed the limit of an argument list. */
const KILL_CHUNK = 200

export type Socket = { localPort: number; address: string; port: number; peer: string }
/** A connection, with all bytes that both sides have received over it. */
export type CarryingSocket = Socket & { bytes: number }
/** The kernel's table of TCP sockets. Tests replace it with one that sees nothing. */
export type Sockets = {
  list(ports: readonly number[]): Promise<Socket[]>
  carried(port: number): Promise<CarryingSocket[]>
  /** Local ports with a listener. A port with two listeners occurs twice. */
  listeners(): Promise<number[]>
  /** Needs CAP_NET_ADMIN and CONFIG_INET_DIAG_DESTROY. Without them nothing happens, so callers must check again. */
  destroy(sockets: readonly Socket[]): Promise<void>
}

export function kernelSockets(ss: string): Sockets {
  const ask = async (...options: string[]) => {
    const { stdout } = await run(ss, options, { maxBuffer: 256 * 1024 * 1024 })
    return stdout.split('\n').filter(Boolean)
  }
  return {
    async list(ports) {
      const wanted = new Set(ports)
      // For many ports, reading the whole table is cheaper than a filter of a thousand terms.
      const filter =
        ports.length <= 20 ? ports.flatMap((port, at) => [...(at ? ['or'] : []), 'sport', '=', `:${port}`]) : []
      const lines = await ask('-Htn', 'state', 'established', ...(filter.length ? ['(', ...filter, ')'] : []))
      return lines.flatMap(parseSocket).filter((socket) => wanted.has(socket.localPort))
    },
    async carried(port) {
      const lines = await ask('-HtniO', 'state', 'established', 'sport', '=', `:${port}`)
      return lines.flatMap((line) => {
        const bytes = ['bytes_acked', 'bytes_received'].map((name) =>
          Number(line.split(`${name}:`)[1]?.split(' ')[0] ?? 0),
        )
        return parseSocket(line).map((socket) => ({ ...socket, bytes: bytes[0]! + bytes[1]! }))
      })
    },
    async listeners() {
      const lines = await ask('-Hltn')
      return lines.map((line) => Number(/:(\d+)\s/.exec(line.trim().split(/\s+/).slice(3).join(' '))?.[1]))
    },
    async destroy(sockets) {
      for (let at = 0; at < sockets.length; at += KILL_CHUNK) {
        const terms = sockets.slice(at, at + KILL_CHUNK).flatMap(({ localPort, peer }, index) => {
          const term = ['(', 'sport', '=', `:${localPort}`, 'and', 'dst', '=', peer, ')']
          return index ? ['or', ...term] : term
        })
        await ask('-K', '-Htn', 'state', 'established', '(', ...terms, ')').catch(() => [])
      }
    },
  }
}

function parseSocket(line: string): Socket[] {
  const [, , local = '', peer = ''] = line.trim().split(/\s+/)
  const from = splitEndpoint(peer)
  const to = splitEndpoint(local)
  return from && to ? [{ localPort: to.port, address: from.address, port: from.port, peer }] : []
}

/** `1.2.3.4:5`, `[2001:db8::1]:5` or, on a listener for both families, `[::ffff:1.2.3.4]:5`. */
export function splitEndpoint(text: string): { address: string; port: number } | null {
  const match = /^\[?([0-9a-fA-F.:]+?)(?:%\w+)?\]?:(\d+)$/.exec(text)
  if (!match) return null
  return { address: match[1]!.replace(/^::ffff:(?=\d+\.)/, ''), port: Number(match[2]) }
}
