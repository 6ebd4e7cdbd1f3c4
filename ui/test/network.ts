import { vi } from 'vitest'

export type SentRequest = { method: string; url: string; headers: Record<string, string>; body: unknown }
/** `data` answers with success, `code` with a refusal, `text` with something that is no envelope. */
export type Reply = {
  status?: number
  data?: unknown
  code?: string
  message?: string
  text?: string
  authorization?: string
  retryAfter?: string
  delayMs?: number
  fails?: 'network' | 'hangs'
}
type Answer = Reply | ((request: SentRequest) => Reply)

/** A server that answers by path (404 by default) and records every request. */
export function stubFetch() {
  const requests: SentRequest[] = []
  const answers = new Map<string, Answer>()
  const pathOf = (url: string) => url.split('?')[0] ?? ''
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : null
    // As in a browser, fetch throws for a header value that cannot be sent.
    const headers = Object.fromEntries(new Headers(init.headers).entries())
    const request = { method: init.method ?? 'GET', url, headers, body }
    requests.push(request)
    const answer = answers.get(pathOf(url)) ?? { status: 404, code: 'request.unknown_path' }
    return respond(typeof answer === 'function' ? answer(request) : answer, init.signal ?? null)
  })
  return {
    requests,
    answer: (path: string, answer: Answer) => void answers.set(path, answer),
    sent: (path: string) => requests.filter((request) => pathOf(request.url) === path),
  }
}

async function respond(reply: Reply, signal: AbortSignal | null): Promise<unknown> {
  if (reply.fails === 'network') throw new TypeError('Failed to fetch')
  const aborted = new Promise<never>((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
  })
  if (reply.fails === 'hangs') return aborted
  if (reply.delayMs) await Promise.race([new Promise((done) => setTimeout(done, reply.delayMs)), aborted])
  return {
    status: reply.status ?? (reply.code === undefined ? 200 : 422),
    headers: headersOf(reply),
    text: () => Promise.resolve(reply.text ?? JSON.stringify(envelopeOf(reply))),
  }
}

function headersOf({ authorization, retryAfter }: Reply): Headers {
  const headers = new Headers()
  if (authorization) headers.set('authorization', authorization)
  if (retryAfter) headers.set('retry-after', retryAfter)
  return headers
}

function envelopeOf({ code, message, data }: Reply): unknown {
  if (code === undefined) return { success: true, data: data ?? {} }
  return { success: false, code, message: message ?? code, reqId: 'r1', data }
}
