import { createHmac } from 'node:crypto'

const PREFIX = 'whsec_'

/** The key of a secret: its decoded bytes, not its text. A secret of another form is a key as it stands. */
function keyOf(secret: string): Buffer {
  return secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), 'base64') : Buffer.from(secret)
}

export type Signed = { 'webhook-id': string; 'webhook-timestamp': string; 'webhook-signature': string }

/** The headers of Standard Webhooks. While a secret is replaced there are two, and so are the signatures. */
export function signHook(id: string, body: string, secrets: readonly string[], now: Date): Signed {
  const time = String(Math.floor(now.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const mac = createHmac('sha256', keyOf(secret)).update(`${id}.${time}.${body}`).digest('base64')
    return `v1,${mac}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures.join(' ') }
}
