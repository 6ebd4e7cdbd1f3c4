import { ApiError } from '../../ui/http/api-error.ts'
import { type Exchange, exchange, type Send } from '../../ui/http/exchange.ts'
import { loadChunk } from '../../ui/http/load-chunk.ts'
import { showFresh } from '../state/kept.ts'
import { useUserState } from '../state/user.ts'
import { KEPT_CACHE } from '../worker/places.ts'

/** An answer; `keeper.ts` knows which ones may be shown again without a network. */
export type Fact = {
  request: Exchange
  data: unknown
  /** Who was signed in both when it was asked and when it came; null for what everybody may know. */
  iuser: string | null
}

const account = () => useUserState.getState().knownInfo?.iuser ?? null

/** The first answers: they come before the code that keeps them, which loads after the page and not in every frame. */
const early: Fact[] = []
const EARLY_AT_MOST = 20
let keep = (fact: Fact): void => void (early.length < EARLY_AT_MOST && early.push(fact))

/** Starts keeping facts; returns those that came earlier. */
export function keepBy(keeper: (fact: Fact) => void): readonly Fact[] {
  keep = keeper
  return early.splice(0)
}

/** Asks the server. If no answer arrives and a service worker holds this page, the last answer is shown again. */
export const sendOrRecall: Send = async (request, onToken) => {
  const asking = account()
  try {
    const data = await exchange(request, onToken)
    showFresh()
    keep({ request, data, iuser: asking === account() ? asking : null })
    return data
  } catch (error) {
    const isLost = error instanceof ApiError && error.code === 'client.network'
    const kept = isLost ? await recall(request) : undefined
    if (kept === undefined) throw error
    return kept
  }
}

async function recall(request: Exchange): Promise<unknown> {
  // Without the worker, neither the code nor a kept answer is there.
  if (!navigator.serviceWorker?.controller) return undefined
  return loadChunk(() => import('./keeper.ts')).then(
    (keeper) => keeper.recall(request),
    () => undefined,
  )
}

/** Deletes what pages show without a network. Never throws: without storage there is nothing to delete. */
export function forgetKept(): void {
  try {
    void caches.delete(KEPT_CACHE).catch(() => {})
  } catch {
    // The browser has no such storage here.
  }
}
