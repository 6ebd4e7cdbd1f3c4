import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

import { splitEndpoint } from '../sockets.ts'

type Judge = (credential: string, address: string) => string | null
export type Door = Awaited<ReturnType<typeof openDoor>>

/**
 * Hysteria asks here, once for each connection, whether to let it in. `judge` gives the name of the user, or null. On
 * loopback; only who knows the path gets an answer.
 */
export async function openDoor(port: number, path: string, judge: Judge) {
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const isOurs = request.method === 'POST' && request.url === path
      if (!isOurs) return void response.writeHead(404).end()
      const id = judgeBody(body, judge)
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ ok: id !== null, id: id ?? '' }))
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close(): void {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const part of request) body = (body + String(part)).slice(0, 4_096)
  return body
}

function judgeBody(body: string, judge: Judge): string | null {
  try {
    const { addr, auth } = JSON.parse(body) as { addr?: unknown; auth?: unknown }
    const from = splitEndpoint(String(addr))
    return typeof auth === 'string' && from ? judge(auth, from.address) : null
  } catch {
    return null
  }
}
