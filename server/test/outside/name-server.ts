import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv4, isIPv6 } from 'node:net'

import { atFileEnd } from '../run/endings.ts'

export type NameServer = {
  address: string
  /** TXT records. */
  records: Map<string, string[]>
  /** IPv4 and IPv6 addresses. */
  addresses: Map<string, string[]>
  close: () => void
}

const TYPE_A = 1
const TYPE_AAAA = 28

/** A name server that ends with the test file. */
export async function openNameServer(): Promise<NameServer> {
  const server = await startNameServer()
  atFileEnd(server.close)
  return server
}

/** A name server on loopback that knows TXT, A and AAAA records; unknown names do not exist. */
export async function startNameServer(): Promise<NameServer> {
  const records = new Map<string, string[]>()
  const addresses = new Map<string, string[]>()
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const { name, end } = readName(query)
    const type = query.readUInt16BE(end - 4)
    const hosts = addresses.get(name)
    const found: Record<number, Buffer[] | undefined> = {
      [TYPE_A]: hosts?.filter(isIPv4).map(addressRecord),
      [TYPE_AAAA]: hosts?.filter(isIPv6).map(longAddressRecord),
    }
    const answers = type in found ? found[type] : records.get(name)?.map(textRecord)
    socket.send(answerOf(query, end, answers), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { address: `127.0.0.1:${socket.address().port}`, records, addresses, close: () => void socket.close() }
}

/** The question begins after a header of 12 bytes: labels with their lengths, a zero, then type and class. */
function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = 12
  while (query[at] !== 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!))
    at += 1 + query[at]!
  }
  return { name: labels.join('.'), end: at + 5 }
}

function answerOf(query: Buffer, questionEnd: number, answers: Buffer[] | undefined): Buffer {
  const header = Buffer.from(query.subarray(0, 12))
  header.writeUInt16BE(answers ? 0x81_80 : 0x81_83, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(answers?.length ?? 0, 6)
  header.writeUInt32BE(0, 8)
  return Buffer.concat([header, query.subarray(12, questionEnd), ...(answers ?? [])])
}

/** Refers to the question's name, type TXT, class IN, 60 s. The text is in pieces, as in long records. */
function textRecord(text: string): Buffer {
  const pieces = [text.slice(0, 10), text.slice(10)].filter((piece) => piece !== '')
  const data = pieces.map((piece) => Buffer.from(`${String.fromCharCode(piece.length)}${piece}`, 'latin1'))
  return record('c00c001000010000003c', Buffer.concat(data))
}

function addressRecord(address: string): Buffer {
  return record('c00c000100010000003c', Buffer.from(address.split('.').map(Number)))
}

/** Handles only the short form with colons. */
function longAddressRecord(address: string): Buffer {
  const [head = '', tail = ''] = address.split('::')
  const [first, last] = [head, tail].map((part) => part.split(':').filter((group) => group !== ''))
  const groups = [...first!, ...Array<string>(8 - first!.length - last!.length).fill('0'), ...last!]
  return record('c00c001c00010000003c', Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex'))
}

function record(head: string, data: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(data.length)
  return Buffer.concat([Buffer.from(head, 'hex'), length, data])
}
