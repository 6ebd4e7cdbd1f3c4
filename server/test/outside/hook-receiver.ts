import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Heard = { id: string; headers: IncomingHttpHeaders; body: string; path: string; answer: string; at: number }
/** A status, one with headers, a broken connection, a late 204, or no answer until the caller gives up. */
export type HookAnswer =
  | number
  | { status: number; headers?: Record<string, string>; text?: string }
  | 'reset'
  | 'slow'
  | 'hang'

const TOLERANCE_S = 300
const SLOW_MS = 400

/** Verifies a call as the rules of Standard Webhooks say, written from them alone: the product's code is not used. */
export function verifyHook(secret: string, headers: IncomingHttpHeaders, body: string, nowMs = Date.now()): boolean {
  const [id, time, list] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headers[name])
  if (typeof id !== 'string' || typeof time !== 'string' || typeof list !== 'string') return false
  if (!/^\d+$/.test(time) || Math.abs(nowMs / 1000 - Number(time)) > TOLERANCE_S) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const wanted = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest()
  return list.split(' ').some((one) => {
    const [version, value = ''] = one.split(',')
    const given = Buffer.from(value, 'base64')
    return version === 'v1' && given.length === wanted.length && timingSafeEqual(given, wanted)
  })
}

/** A receiver on loopback that answers as `answerBy` says and keeps what it heard, in order. */
export async function startReceiver(
  answerBy: (call: Omit<Heard, 'answer' | 'at'>, seen: number) => HookAnswer = () => 204,
) {
  const heard: Heard[] = []
  const seen = new Map<string, number>()
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const call = { id: String(request.headers['webhook-id']), headers: request.headers, body, path: request.url ?? '' }
    const before = seen.get(call.id) ?? 0
    seen.set(call.id, before + 1)
    const answer = answerBy(call, before)
    heard.push({ ...call, at: Date.now(), answer: typeof answer === 'object' ? String(answer.status) : String(answer) })
    reply(response, answer)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}/hook`,
    heard,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function reply(response: ServerResponse, answer: HookAnswer): void {
  if (answer === 'hang') return
  if (answer === 'reset') response.destroy()
  else if (answer === 'slow') setTimeout(() => response.writeHead(204).end(), SLOW_MS)
  else if (typeof answer === 'number') response.writeHead(answer).end()
  else response.writeHead(answer.status, answer.headers).end(answer.text ?? '')
}
