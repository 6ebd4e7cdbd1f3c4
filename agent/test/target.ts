import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'

import { patient } from '../../test/patience.ts'
import { socksAddress } from './socks.ts'

/** A target for users: `/bytes/N` sends N bytes, `/slow` sends a little for ever. */
export async function startTarget(host = '127.0.0.1') {
  const server = createServer((request, response) => {
    const wanted = /^\/bytes\/(\d+)$/.exec(request.url ?? '')
    response.writeHead(200, { connection: 'close' })
    if (wanted) return void response.end(Buffer.alloc(Number(wanted[1])))
    const timer = setInterval(() => response.write(Buffer.alloc(1_000)), 10)
    response.on('close', () => clearInterval(timer))
  })
  server.listen(0, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export type Stream = {
  received: () => number
  lastByteAt: () => number
  ended: Promise<void>
  flowing: Promise<void>
  close(): void
}

/** An HTTP/1.0 download through a SOCKS port. `ended` also resolves when the connection is torn down. */
export function openStream(
  socksPort: number,
  targetPort: number,
  path: string,
  { enough = Infinity, host = '127.0.0.1' } = {},
): Stream {
  const socket = connect(socksPort, '127.0.0.1')
  let bytes = 0
  let lastByteAt = Date.now()
  let bodyAt = -1
  let head = Buffer.alloc(0)
  const flow = Promise.withResolvers<void>()
  const ended = new Promise<void>((resolve) => socket.on('close', () => resolve()))
  socket.on('error', () => {})
  socket.write(Buffer.from([5, 1, 0]))
  socket.once('data', () => {
    socket.write(Buffer.concat([Buffer.from([5, 1, 0]), socksAddress(host, targetPort)]))
    socket.once('data', () => {
      socket.write(`GET ${path} HTTP/1.0\r\n\r\n`)
      socket.on('data', (part: Buffer) => {
        bytes += part.length
        lastByteAt = Date.now()
        if (bodyAt < 0) {
          head = Buffer.concat([head, part])
          bodyAt = head.indexOf('\r\n\r\n')
          if (bodyAt >= 0) flow.resolve()
        }
        // Close the socket, because an engine keeps a finished connection open for seconds.
        if (bodyAt >= 0 && bytes - bodyAt - 4 >= enough) socket.destroy()
      })
    })
  })
  return {
    received: () => (bodyAt < 0 ? 0 : bytes - bodyAt - 4),
    lastByteAt: () => lastByteAt,
    ended,
    flowing: Promise.race([flow.promise, ended]),
    close: () => socket.destroy(),
  }
}

/** Returns the number of received bytes: fewer when the connection ended, or when they took too long. */
export async function download(socksPort: number, targetPort: number, bytes: number, host?: string): Promise<number> {
  const stream = openStream(socksPort, targetPort, `/bytes/${bytes}`, { enough: bytes, ...(host ? { host } : {}) })
  const timer = setTimeout(() => stream.close(), patient(5_000))
  await stream.ended
  clearTimeout(timer)
  return stream.received()
}
