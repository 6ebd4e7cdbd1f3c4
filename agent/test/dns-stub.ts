import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { isIPv6, type AddressInfo } from 'node:net'

import { addressToNumber } from '../drivers/blocked-ranges.ts'

const HEAD = 12

/** A name server whose answers the test writes, and a lookup that asks it each time. */
export async function startDns(answers: (name: string) => readonly string[]) {
  const socket = createSocket('udp4')
  socket.on('message', (question, from) => socket.send(answer(question, answers), from.port, from.address))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const resolver = new Resolver({ timeout: 2_000, tries: 1 })
  resolver.setServers([`127.0.0.1:${(socket.address() as AddressInfo).port}`])
  return {
    async lookUp(name: string): Promise<string[]> {
      const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
      return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    },
    stop: () => void socket.close(),
  }
}

function answer(question: Buffer, answers: (name: string) => readonly string[]): Buffer {
  const labels: string[] = []
  let at = HEAD
  for (let size = question[at]!; size > 0; size = question[at]!) {
    labels.push(question.toString('latin1', at + 1, at + 1 + size))
    at += size + 1
  }
  const isSix = question.readUInt16BE(at + 1) === 28
  const found = answers(labels.join('.').toLowerCase()).filter((address) => isIPv6(address) === isSix)
  const records = found.map((address) => {
    const bytes = Buffer.from(
      addressToNumber(address)
        .toString(16)
        .padStart(isSix ? 32 : 8, '0'),
      'hex',
    )
    // A pointer to the name in the question, the type, the class, no time to live, the length.
    const head = Buffer.from([0xc0, HEAD, 0, isSix ? 28 : 1, 0, 1, 0, 0, 0, 0, 0, bytes.length])
    return Buffer.concat([head, bytes])
  })
  const head = Buffer.from([question[0]!, question[1]!, 0x81, 0x80, 0, 1, 0, found.length, 0, 0, 0, 0])
  return Buffer.concat([head, question.subarray(HEAD, at + 5), ...records])
}
