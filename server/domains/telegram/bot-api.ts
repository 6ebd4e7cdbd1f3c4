import { request as requestHttps } from 'node:https'

import type { Config } from '../../config.ts'

// Do not import it: an import by name reads all properties, and one of them loads the library of fetch.
const { request: requestHttp } = process.getBuiltinModule('node:http')

type ApiConfig = Pick<Config, 'telegram'>
export type BotAnswer =
  | { kind: 'done'; result: unknown }
  | { kind: 'refused'; status: number; says: string; retryAfterS: number | null }
  /** No answer. `mayBeDone`: the whole request had left, so nobody knows. */
  | { kind: 'away'; says: string; mayBeDone: boolean }

type Called = { method: string; params?: object; timeoutMs?: number }
export type CallBot = (config: ApiConfig, token: string, called: Called) => Promise<BotAnswer>

/** Shorter than the time that a stopping server waits for its jobs. */
const TIMEOUT_MS = 7_000
/** A page of updates is far smaller. */
const ANSWER_MAX_BYTES = 1024 * 1024

/**
 * One call of the Bot API. The token stands in the address, so neither address nor error text leaves this file. Uses
 * Node's own agent, so that NODE_USE_ENV_PROXY works.
 */
export const callBot: CallBot = ({ telegram }, token, { method, params = {}, timeoutMs = TIMEOUT_MS }) => {
  const url = new URL(`${telegram.apiUrl}/bot${token}/${method}`)
  const body = JSON.stringify(params)
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(timeoutMs)
    const request = send(url, { method: 'POST', headers, signal })
    const end = (error: NodeJS.ErrnoException) =>
      resolve({ kind: 'away', says: error.code ?? error.name, mayBeDone: request.writableFinished })
    request.on('error', end)
    request.on('response', (response) => {
      readText(response).then((text) => resolve(readAnswer(response.statusCode ?? 0, text)), end)
    })
    request.end(body)
  })
}

async function readText(response: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of response) {
    size += piece.length
    if (size > ANSWER_MAX_BYTES) throw new Error('the answer is too long')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

function readAnswer(status: number, text: string): BotAnswer {
  const body = parse(text)
  if (status === 200 && body?.ok === true) return { kind: 'done', result: body.result }
  const code = body?.error_code
  const retry = body?.parameters?.retry_after
  return {
    kind: 'refused',
    status: typeof code === 'number' ? code : status,
    says: typeof body?.description === 'string' ? body.description.slice(0, 160) : `HTTP ${status}`,
    retryAfterS: typeof retry === 'number' && Number.isFinite(retry) ? retry : null,
  }
}

type Body = {
  ok?: unknown
  result?: unknown
  error_code?: unknown
  description?: unknown
  parameters?: { retry_after?: unknown }
}

function parse(text: string): Body | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : null
  } catch {
    return null
  }
}
