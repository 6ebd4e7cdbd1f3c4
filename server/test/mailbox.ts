import { afterAll } from 'vitest'

import { startMailServer, type Mailbox } from './mail-server.ts'

/** A real mail server, closed after the file's tests. */
export async function openMailbox(): Promise<Mailbox> {
  const mailbox = await startMailServer()
  afterAll(() => mailbox.close())
  return mailbox
}
