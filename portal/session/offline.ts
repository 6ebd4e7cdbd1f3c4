import { ApiError } from '../../ui/http/api-error.ts'
import { type Exchange, exchange, type Send } from '../../ui/http/exchange.ts'
import { loadChunk } from '../../ui/http/load-chunk.ts'
import { showFresh } from '../state/kept.ts'
import { useUserState } from '../state/user.ts'
import { KEPT_CACHE } from '../worker/places.ts'
import { keepFact } from './facts.ts'

const account = () => useUserState.getState().knownInfo?.iuser ?? null

/** Asks the server. If no answer arrives and a service worker holds this page, the last answer is shown again. */
export const sendOrRecall: Send = async (request, onToken) => {
  const asking = account()
  try {
    const data = await exchange(request, onToken)
    showFresh()
    keepFact({ request, data, iuser: asking === account() ? asking : null })
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
