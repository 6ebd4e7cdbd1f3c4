import { atFileEnd } from '../run/endings.ts'
import { startMailServer, type Mailbox } from './mail-server.ts'

/** A real mail server, closed after the file's tests. */
export async function openMailbox(): Promise<Mailbox> {
  const mailbox = await startMailServer()
  atFileEnd(() => mailbox.close())
  return mailbox
}
