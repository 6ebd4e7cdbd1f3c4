import { createSocket } from 'node:dgram'
import { once } from 'node:events'

import { atFileEnd } from '../run/endings.ts'

export type NameServer = {
  address: string
  /** TXT. */
  records: Map<string, string[]>
  /** IPv4. */
  addresses: Map<string, string[]>
}

const TYPE_A = 1

/** A name server on loopback that knows TXT and A records; a name it does not know does not exist. */
export async function openNameServer(): Promise<NameServer> {
  const records = new Map<string, string[]>()
  const addresses = new Map<string, string[]>()
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const { name, end } = readName(query)
    const type = query.readUInt16BE(end - 4)
    const found = type === TYPE_A ? addresses.get(name)?.map(addressRecord) : records.get(name)?.map(textRecord)
    socket.send(answerOf(query, end, found), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  atFileEnd(() => socket.close())
  return { address: `127.0.0.1:${socket.address().port}`, records, addresses }
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

/** The name by reference to the question, type TXT, class IN, 60 s. In pieces, as long records are. */
function textRecord(text: string): Buffer {
  const pieces = [text.slice(0, 10), text.slice(10)].filter((piece) => piece !== '')
  const data = pieces.map((piece) => Buffer.from(`${String.fromCharCode(piece.length)}${piece}`, 'latin1'))
  return record('c00c001000010000003c', Buffer.concat(data))
}

function addressRecord(address: string): Buffer {
  return record('c00c000100010000003c', Buffer.from(address.split('.').map(Number)))
}

function record(head: string, data: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(data.length)
  return Buffer.concat([Buffer.from(head, 'hex'), length, data])
}
