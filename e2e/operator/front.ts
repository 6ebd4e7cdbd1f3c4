import type { BrowserContextOptions } from '@playwright/test'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'

import { makeCertificate } from '../../agent/test/engine-tools.ts'

export type Front = { visitor: BrowserContextOptions; stop(): Promise<void> }

/**
 * The front of a production shop: TLS at the shop's own host. The host is not a real domain, so the visitor's browser
 * reaches it through this server as a proxy.
 */
export async function startFront(port: number, dir: string): Promise<Front> {
  const { certificateFile, keyFile } = makeCertificate(dir)
  const files = { cert: readFileSync(certificateFile), key: readFileSync(keyFile) }
  const tls = createTlsServer(files, (asked, answer) => {
    const headers = { ...asked.headers, 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' }
    const passed = request(
      { host: '127.0.0.1', port, path: asked.url, method: asked.method, headers, setHost: false },
      (got) => {
        answer.writeHead(got.statusCode ?? 502, got.headers)
        got.pipe(answer)
      },
    )
    passed.on('error', () => answer.destroy())
    asked.pipe(passed)
  })
  const way = createServer()
  way.on('connect', (_asked, socket) => {
    socket.on('error', () => socket.destroy())
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    tls.emit('connection', socket)
  })
  way.listen(0, '127.0.0.1')
  await once(way, 'listening')
  return {
    visitor: {
      proxy: { server: `http://127.0.0.1:${(way.address() as AddressInfo).port}`, bypass: '127.0.0.1' },
      ignoreHTTPSErrors: true,
    },
    async stop() {
      tls.closeAllConnections()
      way.closeAllConnections()
      const closed = once(way, 'close')
      way.close()
      await closed
    },
  }
}
