import type { Static } from 'typebox'

import { DEFAULT_LANGUAGE, type Language } from '../../contract/languages.ts'
import { limits } from '../../contract/limits.ts'
import type { Route } from '../../contract/route.ts'
import { ApiError } from './api-error.ts'
import { shareAnswer } from './dedupe.ts'
import { type Exchange, exchange, type Send } from './exchange.ts'

export type CallOptions = {
  /** Do not use an answer of the last second, only one still in flight. */
  skipRecent?: boolean
  /** The answer works only once (a ticket, a key): neither take nor share one. */
  unshared?: boolean
  /** Leave a 401 or 404 to the caller instead of redirecting to the login page. */
  noRedirect?: boolean
}
/** What an app provides for its calls. The calls have no state of their own. */
export type ClientHooks = {
  language(): Language
  /** The token for a call of this path. */
  tokenOf(path: string): string | null
  /** An answer replaced the token that was sent. */
  onToken(path: string, sent: string | null, renewed: string | null): void
  /** The session for this path is over. */
  onExpired(path: string): void
  /** The portal is closed for maintenance. */
  onMaintenance(): void
  /** Sends a request and returns its answer; the demo has its own version. */
  send: Send
  download(url: string): void
}

const CAPTCHA_PATH = '/api/user/captcha'
/** POST calls that only read: their success does not make other answers outdated. */
const READING_POSTS: ReadonlySet<string> = new Set(['/api/user/info', '/api/daili/info', '/api/daili/dailiConfig'])

let hooks: ClientHooks = {
  language: () => DEFAULT_LANGUAGE,
  tokenOf: () => null,
  onToken: () => {},
  onExpired: () => {},
  onMaintenance: () => {},
  send: exchange,
  download: (url) => location.assign(url),
}

export function configureClient(given: Partial<ClientHooks>): void {
  hooks = { ...hooks, ...given }
}

/** Calls a route of the contract. Returns the envelope's `data`, throws ApiError. */
export function call<R extends Route>(
  route: R,
  input: Static<R['input']>,
  options: CallOptions & { download: true },
): Promise<void>
export function call<R extends Route>(
  route: R,
  input: Static<R['input']>,
  options?: CallOptions,
): Promise<Static<R['output']>>
export async function call(
  { method, path }: Route,
  input: unknown,
  options: CallOptions & { download?: boolean } = {},
): Promise<unknown> {
  const url = method === 'GET' ? withQuery(path, input) : path
  if (options.download) return hooks.download(url)

  const token = hooks.tokenOf(path)
  const body = method === 'GET' ? null : JSON.stringify(input)
  const request: Exchange = { method, url, body, token, language: hooks.language() }
  const sharing = {
    skipRecent: options.skipRecent ?? false,
    changes: method !== 'GET' && !READING_POSTS.has(path),
    cacheMs: path === CAPTCHA_PATH ? limits.captchaCacheMs : undefined,
  }
  try {
    if (options.unshared) return await ask(request, path)
    return await shareAnswer(JSON.stringify([method, url, body, token]), sharing, () => ask(request, path))
  } catch (error) {
    if (error instanceof ApiError && error.isExpired && !options.noRedirect) hooks.onExpired(path)
    if (error instanceof ApiError && error.code === 'server.maintenance') hooks.onMaintenance()
    throw error
  }
}

async function ask(request: Exchange, path: string): Promise<unknown> {
  try {
    return await hooks.send(request, (renewed) => hooks.onToken(path, request.token, renewed))
  } catch (error) {
    if (error instanceof ApiError && !error.isExpired) {
      // Log neither body nor query: they may contain a password or a code.
      console.error(`${request.method} ${path} failed: ${error.status} ${error.code}`, error.reqId ?? '')
    }
    throw error
  }
}

export function requestLanguage(): Language {
  return hooks.language()
}

export function withQuery(path: string, input: unknown): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input ?? {})) {
    if (value !== undefined && value !== null) query.set(name, String(value))
  }
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}
