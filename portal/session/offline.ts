import { ApiError } from '../../ui/http/api-error.ts'
import { type Exchange, exchange, type Send } from '../../ui/http/exchange.ts'
import { loadChunk } from '../../ui/http/load-chunk.ts'
import { showFresh } from '../state/kept.ts'
import { useUserState } from '../state/user.ts'
import { KEPT_CACHE } from '../worker/places.ts'

/** An answer that may be shown again without a network. */
export type Fact = {
  request: Exchange
  data: unknown
  /** Who was signed in both when it was asked and when it came; null for what everybody may know. */
  iuser: string | null
}

/** What home and the list of lines show. Kept without tickets and credentials. */
const FACTS: ReadonlySet<string> = new Set([
  '/api/user/info',
  '/api/daili/dailiConfig',
  '/api/daili/notCheck/whitelist',
  '/api/daili/notCheck/dailiKey',
  '/api/message/list',
  '/api/line/list',
  '/api/line/nodes',
  '/api/traffic/rank',
])

export const isFact = ({ url }: Exchange) => FACTS.has(url.split('?', 1)[0]!)
const account = () => useUserState.getState().knownInfo?.iuser ?? null

/** Facts that came before the code that keeps them, which loads after the page. */
let early: Fact[] | null = []
let keep = (fact: Fact): void => void early?.push(fact)

/** Starts keeping facts; returns those that came earlier. */
export function keepBy(keeper: (fact: Fact) => void): readonly Fact[] {
  const came = early ?? []
  early = null
  keep = keeper
  return came
}

/** Asks the server. If no answer arrives and a service worker holds this page, the last answer is shown again. */
export const sendOrRecall: Send = async (request, onToken) => {
  const asking = account()
  try {
    const data = await exchange(request, onToken)
    showFresh()
    if (isFact(request)) keep({ request, data, iuser: asking === account() ? asking : null })
    return data
  } catch (error) {
    const isLost = error instanceof ApiError && error.code === 'client.network'
    const kept = isLost && isFact(request) ? await recall(request) : undefined
    if (kept === undefined) throw error
    return kept
  }
}

async function recall(request: Exchange): Promise<unknown> {
  try {
    // Without the worker, neither the code nor a kept answer is there.
    if (!navigator.serviceWorker?.controller) return undefined
    const keeper = await loadChunk(() => import('./keeper.ts'))
    return await keeper.recall(request)
  } catch {
    return undefined
  }
}

/** Deletes what pages show without a network. Never throws: without storage there is nothing to delete. */
export function forgetKept(): void {
  try {
    void caches.delete(KEPT_CACHE).catch(() => {})
  } catch {
    // The browser has no such storage here.
  }
}
