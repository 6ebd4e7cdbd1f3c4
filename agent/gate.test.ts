import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { afterEach, expect } from 'vitest'

import { openGate } from './gate.ts'
import { engineTest } from './test/engines.ts'

let ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

async function listenOn(host: string): Promise<number> {
  const server = createServer((socket) => socket.end()).listen(0, host)
  await once(server, 'listening')
  ends.push(() => server.close())
  return (server.address() as AddressInfo).port
}

function reach(host: string, port: number, from: string) {
  const socket = connect({ host, port, localAddress: from })
  ends.push(() => socket.destroy())
  return { isThrough: () => !socket.connecting, done: once(socket, 'connect') }
}

engineTest.each([
  ['127.0.0.1', '127.0.0.3', '127.0.0.2'],
  ['::1', '::1', '::1'],
])('%s: shuts an address out at one port, and lets it in again', async (host, shutOut, other) => {
  const [port, open] = [await listenOn(host), await listenOn(host)]
  const gate = openGate('tc')
  ends.push(() => gate.keep(port, []))
  expect(
    await gate.keep(port, [
      { address: '192.0.2.1', port },
      { address: shutOut, port },
    ]),
  ).toBe(true)
  expect(
    await gate.keep(port, [
      { address: '192.0.2.1', port },
      { address: shutOut, port },
    ]),
  ).toBe(false)
  const waiting = reach(host, port, shutOut)
  await reach(host, open, shutOut).done
  await reach(host, other === shutOut ? open : port, other).done
  expect(waiting.isThrough()).toBe(false)
  // A new mark removes the filter of the old one. The client then tries again by itself.
  await gate.keep(open, [])
  await waiting.done
})

engineTest('reports a machine that cannot filter', async () => {
  await expect(openGate('/nonexistent/tc').keep(1, [{ address: '192.0.2.1', port: 1 }])).rejects.toThrow('ENOENT')
})
