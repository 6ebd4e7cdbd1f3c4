import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

import { readMail, type ReadMail } from './read-mail.ts'

export type Mailbox = {
  url: string
  /** Waits for the next mail to an address that has not been taken yet. */
  next(to: string): Promise<ReadMail>
  /** Every mail that arrived, taken or not. */
  received: ReadMail[]
  /** Each entry makes one delivery fail with this error. */
  refusals: string[]
  /** Stalls deliveries; `arrived` resolves with the first of them. */
  stall(): { arrived: Promise<void>; release(): void }
  close(): Promise<void>
}

/** A real mail server on a free port of this machine. */
export async function startMailServer(): Promise<Mailbox> {
  const received: ReadMail[] = []
  const untaken: ReadMail[] = []
  const waiting: { to: string; take: (mail: ReadMail) => void }[] = []
  const refusals: string[] = []
  let gate: (() => Promise<void>) | null = null
  // Addresses ignore case, and mail programs change it.
  const isTo = (mail: ReadMail, to: string) => mail.to.toLowerCase() === to.toLowerCase()
  const accept = (mail: ReadMail) => {
    received.push(mail)
    const at = waiting.findIndex(({ to }) => isTo(mail, to))
    if (at === -1) untaken.push(mail)
    else waiting.splice(at, 1)[0]!.take(mail)
  }
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        await gate?.()
        const refusal = refusals.shift()
        if (refusal) return done(Object.assign(new Error(refusal), { responseCode: 451 }))
        accept(readMail(Buffer.concat(chunks).toString('utf8')))
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    refusals,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
    stall() {
      const arrived = Promise.withResolvers<void>()
      const open = Promise.withResolvers<void>()
      gate = () => {
        arrived.resolve()
        return open.promise
      }
      const release = () => {
        gate = null
        open.resolve()
      }
      return { arrived: arrived.promise, release }
    },
    next(to) {
      const at = untaken.findIndex((mail) => isTo(mail, to))
      if (at !== -1) return Promise.resolve(untaken.splice(at, 1)[0]!)
      return new Promise((take) => waiting.push({ to, take }))
    },
  }
}
