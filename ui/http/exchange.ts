import { create } from 'zustand'

import type { Envelope } from '../../contract/errors.ts'
import type { Language } from '../../contract/languages.ts'
import { limits } from '../../contract/limits.ts'
import { BUILD_HEADER } from '../../contract/page.ts'
import { readCookie } from '../device/cookies.ts'
import { readPageStart } from '../device/page.ts'
import { ApiError } from './api-error.ts'

export type Exchange = { method: string; url: string; body: string | null; token: string | null; language: Language }
/** Returns the envelope's `data`, throws ApiError. */
export type Send = (request: Exchange, onToken: (renewed: string | null) => void) => Promise<unknown>

/**
 * Sends one request and reads its envelope: returns `data`, throws ApiError for everything else. Passes on a renewed
 * token as soon as the headers arrive, because a refusal may bring one too.
 */
export async function exchange(request: Exchange, onToken: (renewed: string | null) => void): Promise<unknown> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), limits.requestTimeoutMs)
  try {
    const response = await (takeEarly(request, abort.signal) ??
      fetch(request.url, {
        method: request.method,
        headers: headersOf(request),
        body: request.body,
        credentials: 'same-origin',
        cache: 'no-store',
        signal: abort.signal,
      }))
    onToken(response.headers.get('authorization'))
    compareBuild(response.headers.get(BUILD_HEADER))
    return dataOf(response, await response.text())
  } catch (error) {
    if (error instanceof ApiError) throw error
    const code = abort.signal.aborted ? 'client.timeout' : 'client.network'
    throw new ApiError({ code, status: 0, message: code })
  } finally {
    clearTimeout(timer)
  }
}

declare global {
  interface Window {
    /** The request that the page's HTML sent before our code had loaded. */
    early?: { of: string; answer: Promise<Response> }
  }
}

/** Used only once, and only for exactly the same request. */
function takeEarly({ url, body, token, language }: Exchange, signal: AbortSignal): Promise<Response> | null {
  const { early } = window
  if (early?.of !== [url, body, token, language].join('\n')) return null
  delete window.early
  const late = new Promise<never>((_resolve, reject) => signal.addEventListener('abort', reject))
  return Promise.race([early.answer, late])
}

export function headersOf({ method, body, token, language }: Exchange): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json', 'accept-language': language }
  if (body !== null) headers['content-type'] = 'application/json'
  // fetch throws for a damaged token that no header can carry; without the token the server answers 401, as it should.
  if (token && /^[\x20-\x7e]+$/.test(token)) headers['authorization'] = token
  const xsrf = method === 'GET' ? null : readXsrfToken()
  if (xsrf) headers[XSRF_HEADER] = xsrf
  // The server logs the call under this id. Plain http has no randomUUID.
  const id = crypto.randomUUID?.()
  if (id) headers['x-request-id'] = id
  return headers
}

/** Throws for everything but success. */
export function dataOf({ status, headers }: Response, text: string): unknown {
  const envelope = parseEnvelope(text)
  if (!envelope) throw new ApiError({ code: 'client.answer', status, message: 'client.answer' })
  if (envelope.success && status < 300) return envelope.data
  if (envelope.success) throw new ApiError({ code: 'client.answer', status, message: 'client.answer' })
  const { code, message, reqId, data } = envelope
  const retryAfterS = readSeconds(headers.get('retry-after'))
  throw new ApiError({ code, status, message, reqId, data, fields: data?.fields, retryAfterS })
}

/** A proxy may send a date instead; ignore it. */
function readSeconds(header: string | null): number | null {
  return header !== null && /^\d{1,6}$/.test(header.trim()) ? Number(header) : null
}

function parseEnvelope(text: string): Envelope<unknown> | null {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null && 'success' in parsed ? (parsed as Envelope<unknown>) : null
  } catch {
    return null
  }
}

const COOKIE = 'XSRF-TOKEN'
const XSRF_HEADER = 'X-XSRF-TOKEN'

/** Null in a frame without cookies; the server then checks the request's origin. */
export const readXsrfToken = () => readCookie(COOKIE)

const BEARER = 'Bearer '

/** The token with its prefix exactly once; null when there is only the prefix. */
export function bearer(raw: string | null | undefined): string | null {
  const bare = bareToken(raw ?? '')
  return bare === '' ? null : BEARER + bare
}

export function bareToken(token: string): string {
  return token.replace(/^\s*Bearer(\s+|$)/i, '').trim()
}

/** Outdated when an answer names another build than this page's. */
export const useBuild = create<{ isOutdated: boolean }>()(() => ({ isOutdated: false }))

export function compareBuild(served: string | null): void {
  const own = readPageStart().build
  if (served && own && served !== own) useBuild.setState({ isOutdated: true })
}
