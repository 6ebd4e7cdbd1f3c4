import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'

import type { HookCall } from '../outside/hook-receiver.ts'

const TOO_LONG_MS = 6 * 60_000

/** Calls that are not ours, made from one that is, by what is wrong with them. Some are signed by the right secret. */
export function forgeHooks({ headers, body }: HookCall, secret: string, nowMs = Date.now()): [string, HookCall][] {
  const id = String(headers['webhook-id'])
  const signature = String(headers['webhook-signature'])
  const signAt = (by: string, ms: number): HookCall => ({
    body,
    headers: {
      ...headers,
      'webhook-timestamp': String(Math.floor(ms / 1000)),
      'webhook-signature': new Webhook(by).sign(id, new Date(ms), body),
    },
  })
  const given = (change: HookCall['headers']): HookCall => ({ body, headers: { ...headers, ...change } })
  const time = Number(headers['webhook-timestamp'])
  return [
    ['another body', { headers, body: body.replace('"type"', '"kind"') }],
    ['one space more', { headers, body: `${body} ` }],
    ['another id', given({ 'webhook-id': `${id}0` })],
    ['another time', given({ 'webhook-timestamp': String(time - 1) })],
    ['no signature', given({ 'webhook-signature': undefined })],
    ['an empty signature', given({ 'webhook-signature': 'v1,' })],
    ['a signature of another kind', given({ 'webhook-signature': signature.replaceAll('v1,', 'v1a,') })],
    ['half a signature', given({ 'webhook-signature': signature.slice(0, 24) })],
    ['another secret', signAt(`whsec_${randomBytes(32).toString('base64')}`, nowMs)],
    // A common mistake: the text of the secret as the key, instead of the bytes that it stands for.
    ['the text of the secret', signAt(Buffer.from(secret).toString('base64'), nowMs)],
    ['an old one sent again', signAt(secret, nowMs - TOO_LONG_MS)],
    ['one from the future', signAt(secret, nowMs + TOO_LONG_MS)],
  ]
}

/** Sends a call as anybody may; answers the status. */
export async function postHook(url: string, { headers, body }: HookCall): Promise<number> {
  const named = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    name.startsWith('webhook-') && typeof value === 'string' ? [[name, value]] : [],
  )
  return (await fetch(url, { method: 'POST', headers: named, body })).status
}
