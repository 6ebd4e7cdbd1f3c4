import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'

export type HookCall = { headers: IncomingHttpHeaders; body: string }
export type Heard = HookCall & { id: string; path: string; answer: string; at: number }
/** A status, one with headers, a broken connection, a late 204, or no answer until the caller gives up. */
export type HookAnswer =
  | number
  | { status: number; headers?: Record<string, string>; text?: string }
  | 'reset'
  | 'slow'
  | 'hang'

const SLOW_MS = 400

/** Verifies a call as a receiver does, with the library that everybody may use: the product's code is not asked. */
export function verifyHook(secret: string, { headers, body }: HookCall, nowMs = Date.now()): boolean {
  const machineTime = Date.now
  // The library asks the machine for the time, and a test may have moved the sender's clock by days.
  Date.now = () => nowMs
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>)
    return true
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false
    throw error
  } finally {
    Date.now = machineTime
  }
}

/**
 * A receiver on loopback that answers as `answerBy` says and keeps what it heard, in order. Once it has a secret it
 * verifies each call when it arrives: what is not genuine gets 401, and is kept among the refused.
 */
export async function startReceiver(
  answerBy: (call: Omit<Heard, 'answer' | 'at'>, seen: number) => HookAnswer = () => 204,
) {
  const heard: Heard[] = []
  const refused: HookCall[] = []
  const seen = new Map<string, number>()
  let trusted: string | null = null
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { headers } = request
    if (trusted !== null && !verifyHook(trusted, { headers, body })) {
      refused.push({ headers, body })
      return void response.writeHead(401).end()
    }
    const call = { id: String(headers['webhook-id']), headers, body, path: request.url ?? '' }
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
    refused,
    trust: (secret: string) => void (trusted = secret),
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
