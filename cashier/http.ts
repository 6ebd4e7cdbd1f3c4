import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

// Do not import this: an import by name reads all properties of the module, and one of them loads the fetch library.
const { createServer } = process.getBuiltinModule('node:http')

export type Request = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: string
  /** Aborts when the caller has gone. */
  gone: AbortSignal
}
/** `lost` ends the connection without an answer. */
export type Answer = { status: number; headers?: Record<string, string>; body: string | Buffer } | 'lost'
export type Handle = (request: Request) => Promise<Answer>

const BODY_MAX_BYTES = 256 * 1024
const NOT_FOUND: Answer = { status: 404, headers: { 'content-type': 'text/plain' }, body: 'not found' }

export const text = (body: string, status = 200): Answer => ({
  status,
  headers: { 'content-type': 'text/plain;charset=utf-8' },
  body,
})
export const json = (value: unknown, status = 200): Answer => ({
  status,
  headers: { 'content-type': 'application/json;charset=utf-8', 'cache-control': 'no-store' },
  body: JSON.stringify(value),
})
/** Use relative addresses only: the same pages are also shown under a prefix of the portal. */
export const redirect = (to: string): Answer => ({ status: 303, headers: { location: to }, body: '' })

/** Parameters may be spread over query and body, and both are signed. Null when one comes twice. */
export function mergeFields(query: URLSearchParams, body: string): Record<string, string> | null {
  const fields: Record<string, string> = {}
  for (const [name, value] of [...query, ...new URLSearchParams(body)]) {
    if (name in fields) return null
    fields[name] = value
  }
  return fields
}

export type Listening = { url: string; port: number; close(): Promise<void> }

/** Listens on the loopback address only. */
export async function listen(handle: Handle, port: number): Promise<Listening> {
  const server = createServer((incoming, outgoing) => {
    void serve(handle, incoming, outgoing)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${address.port}`, port: address.port, close: () => close(server) }
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

async function serve(handle: Handle, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const gone = new AbortController()
  outgoing.once('close', () => gone.abort())
  try {
    const url = URL.parse(incoming.url ?? '/', 'http://cashier')
    const body = await readBody(incoming)
    const answer =
      url && body !== null
        ? await handle({
            method: incoming.method ?? 'GET',
            path: url.pathname,
            query: url.searchParams,
            headers: incoming.headers,
            body,
            gone: gone.signal,
          })
        : NOT_FOUND
    if (answer === 'lost') incoming.socket.destroy()
    else outgoing.writeHead(answer.status, answer.headers).end(answer.body)
  } catch (error) {
    if (!outgoing.headersSent) outgoing.writeHead(500, { 'content-type': 'text/plain' })
    outgoing.end((error as Error).message)
  }
}

async function readBody(incoming: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > BODY_MAX_BYTES) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
