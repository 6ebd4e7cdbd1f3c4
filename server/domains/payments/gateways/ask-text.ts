import { dialPublic } from '../../../platform/dial/dial-public.ts'
import type { Reach } from './provider.ts'

type Sent = { timeoutMs: number; reach: Reach; body?: string; contentType?: string }
const FORM = 'application/x-www-form-urlencoded'

/** One call to a gateway; a POST if it has a body. Follows nobody elsewhere. */
export async function askText(url: string, { timeoutMs, reach, body, contentType = FORM }: Sent) {
  const post = body === undefined ? {} : { method: 'POST' as const, body }
  if (reach === 'any') {
    const signal = AbortSignal.timeout(timeoutMs)
    const headers = body === undefined ? {} : { 'content-type': contentType }
    const response = await fetch(url, { signal, redirect: 'error', headers, ...post })
    return { status: response.status, text: await response.text() }
  }
  const { status, text } = await dialPublic(url, {
    timeoutMs,
    allowLoopback: reach === 'loopback',
    contentType,
    ...post,
  })
  return { status, text }
}
