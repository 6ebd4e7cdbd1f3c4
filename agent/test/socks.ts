import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect, isIPv4, isIPv6, type AddressInfo } from 'node:net'

import { patient } from '../../test/patience.ts'
import { addressToNumber } from '../drivers/blocked-ranges.ts'

/** Type, address and port in SOCKS 5 form. Anything that is no address counts as a name. */
export function socksAddress(host: string, port: number): Buffer {
  const place = Buffer.from([port >> 8, port & 255])
  if (isIPv4(host)) return Buffer.concat([Buffer.from([1, ...host.split('.').map(Number)]), place])
  const digits = isIPv6(host) ? addressToNumber(host).toString(16).padStart(32, '0') : ''
  if (digits) return Buffer.concat([Buffer.from([4]), Buffer.from(digits, 'hex'), place])
  return Buffer.concat([Buffer.from([3, host.length]), Buffer.from(host), place])
}

/** Echoes every datagram. */
export async function startEcho(host: string) {
  const socket = createSocket({ type: isIPv6(host) ? 'udp6' : 'udp4' })
  const heard: string[] = []
  socket.on('message', (message, from) => {
    heard.push(message.toString())
    socket.send(message, from.port, from.address)
  })
  socket.bind(0, host)
  await once(socket, 'listening')
  return { port: (socket.address() as AddressInfo).port, heard, stop: () => void socket.close() }
}

/** Sends datagrams through a SOCKS port. */
export async function openDatagrams(socksPort: number) {
  const control = connect(socksPort, '127.0.0.1')
  control.write(Buffer.from([5, 1, 0]))
  await once(control, 'data')
  control.write(Buffer.concat([Buffer.from([5, 3, 0]), socksAddress('0.0.0.0', 0)]))
  const [answer] = (await once(control, 'data')) as [Buffer]
  const relayPort = answer.readUInt16BE(answer.length - 2)
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    send(host: string, port: number, text: string): void {
      const head = Buffer.concat([Buffer.alloc(3), socksAddress(host, port)])
      socket.send(Buffer.concat([head, Buffer.from(text)]), relayPort, '127.0.0.1')
    },
    /** Waits for an answer that ends with `text`. The header before it names a sender in one of several forms. */
    async until(text: string): Promise<void> {
      for (;;) {
        const [message] = (await once(socket, 'message', { signal: AbortSignal.timeout(patient(10_000)) })) as [Buffer]
        if (message.toString('latin1').endsWith(text)) return
      }
    },
    close(): void {
      socket.close()
      control.destroy()
    },
  }
}
