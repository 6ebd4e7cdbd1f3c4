import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { outboxDir, type Config } from '../../config.ts'
import type { RenderedMail } from './render-mail.ts'

export type Letter = RenderedMail & { id: string; to: string; senderName: string }

// A mail server that accepts and then says nothing must not hold a job for nodemailer's own ten minutes.
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 }

/** Hands a letter to the mail server; a sandbox without one writes it to DATA_DIR/outbox. */
export async function deliverMail(config: Config, letter: Letter): Promise<void> {
  const { createTransport } = await loadMailer()
  if (config.smtpUrl) await createTransport({ url: config.smtpUrl, ...TIMEOUTS }).sendMail(toMessage(config, letter))
  else await writeToOutbox(config, letter)
}

/** Loaded only when needed: nodemailer takes five megabytes. */
export function loadMailer(): Promise<typeof import('nodemailer')> {
  return import('nodemailer')
}

async function writeToOutbox(config: Config, letter: Letter): Promise<void> {
  const { createTransport } = await loadMailer()
  const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail(toMessage(config, letter))
  const folder = outboxDir(config)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = path.join(folder, `${letter.id}.eml`)
  // Rename it into place, so that nobody reads half a mail from the folder.
  await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 })
  await rename(`${file}.part`, file)
}

function toMessage(config: Config, letter: Letter) {
  return {
    from: { name: letter.senderName, address: config.mailFrom },
    to: { name: '', address: letter.to },
    subject: letter.subject,
    text: letter.text,
    html: letter.html,
    // Nodemailer would choose base64 for Chinese, which hides the code from people who open the outbox in an editor.
    textEncoding: 'quoted-printable' as const,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
