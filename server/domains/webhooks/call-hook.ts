import type { Config } from '../../config.ts'
import { clock } from '../../platform/clock.ts'
import { DialRefused, PointsInside, type dialPublic } from '../../platform/dial/dial-public.ts'
import { retryAfterMs } from '../../platform/outbox/retry-after.ts'
import type { Claimed, Tried } from './delivery-queries.ts'
import { openSecrets } from './hook-secret.ts'
import type { Hook } from './queries.ts'
import { signHook } from './sign-hook.ts'

const TIMEOUT_MS = 10_000
const ANSWER_SHOWN = 1000

export type Answered = Tried & {
  /** How long the receiver asks us to wait. */
  retryAfterMs: number | null
}

/** The id that a receiver sees, the same on every try. */
export function messageId(eventId: string): string {
  return `msg_${eventId.replaceAll('-', '')}`
}

/** The platform may name an address on this machine, where the settings allow it. */
export function allowsLocal({ mode, allowLocalGateway }: Pick<Config, 'mode' | 'allowLocalGateway'>): boolean {
  return mode === 'sandbox' || allowLocalGateway
}

/** One call. Never throws for what the receiver or the network does. */
export async function callHook(
  config: Config,
  hook: Hook,
  { eventId, body }: Pick<Claimed, 'eventId' | 'body'>,
  dial: typeof dialPublic,
): Promise<Answered> {
  const at = clock.now()
  const begun = performance.now()
  const tookMs = () => Math.round(performance.now() - begun)
  try {
    const { status, text, headers } = await dial(hook.url, {
      method: 'POST',
      body,
      contentType: 'application/json',
      headers: { 'user-agent': 'yuxian', ...signHook(messageId(eventId), body, openSecrets(config, hook, at), at) },
      timeoutMs: TIMEOUT_MS,
      allowLoopback: hook.isLocal && allowsLocal(config),
      cutsAnswer: true,
    })
    const answer = plain(text)
    return {
      status,
      problem: null,
      answer,
      tookMs: tookMs(),
      at,
      retryAfterMs: retryAfterMs(headers['retry-after'], at),
    }
  } catch (error) {
    return { status: null, problem: causeOf(error), answer: '', tookMs: tookMs(), at, retryAfterMs: null }
  }
}

/** A short cause: an error's text may hold the address, and the address a key. */
function causeOf(error: unknown): string {
  if (error instanceof PointsInside) return 'inside'
  if (error instanceof DialRefused) return 'refused'
  const { name, code } = error as { name?: string; code?: string }
  return name === 'TimeoutError' || name === 'AbortError' ? 'timeout' : (code ?? 'failed').slice(0, 60)
}

/** Without what the database or a terminal would not take. */
function plain(text: string): string {
  return [...text.slice(0, 2 * ANSWER_SHOWN).replaceAll(/[^\P{Cc}\n\t]|\p{Cs}/gu, '�')].slice(0, ANSWER_SHOWN).join('')
}
