import { once } from 'node:events'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

import { nodeProbe } from '../../contract/node-api.ts'

/** Fetches the portal's kilobyte through a SOCKS port on loopback. Throws when not all of it comes in time. */
export async function fetchThrough(socksPort: number, server: string, signal: AbortSignal): Promise<void> {
  const url = new URL(nodeProbe.path, server)
  const isTls = url.protocol === 'https:'
  const port = Number(url.port) || (isTls ? 443 : 80)
  const tunnel = await openTunnel(socksPort, url.hostname, port, signal)
  try {
    const carrier = isTls ? connectTls({ socket: tunnel, servername: url.hostname }) : tunnel
    if (isTls) await once(carrier, 'secureConnect', { signal })
    const asked = request(url, { protocol: 'http:', createConnection: () => carrier, signal })
    asked.end()
    const [response] = (await once(asked, 'response', { signal })) as [import('node:http').IncomingMessage]
    let bytes = 0
    for await (const part of response) bytes += (part as Buffer).length
    if (response.statusCode !== 200 || bytes !== nodeProbe.bytes) throw new Error('another answer came')
  } finally {
    tunnel.destroy()
  }
}

async function openTunnel(socksPort: number, host: string, port: number, signal: AbortSignal): Promise<Socket> {
  const socket = connect({ port: socksPort, host: '127.0.0.1' })
  try {
    await once(socket, 'connect', { signal })
    socket.write(Buffer.from([5, 1, 0]))
    await once(socket, 'data', { signal })
    // By name: the node looks it up, as it does for users.
    const name = Buffer.from(host.replace(/^\[|\]$/g, ''))
    socket.write(Buffer.concat([Buffer.from([5, 1, 0, 3, name.length]), name, Buffer.from([port >> 8, port & 255])]))
    const [answer] = (await once(socket, 'data', { signal })) as [Buffer]
    if (answer[1] !== 0) throw new Error('the engine refused')
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  }
}
