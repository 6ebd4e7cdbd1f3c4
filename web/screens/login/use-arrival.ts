import { useEffect, useState, useSyncExternalStore } from 'react'

import { loadContinueName } from '../../session/continue-offer.ts'
import { readQueryParam } from '../../session/query-param.ts'
import { redirectMessageKey, type RedirectMessageKey } from '../../session/redirect-message.ts'
import { start } from '../../session/start.ts'

/**
 * Why the reader is here and who they were. The prerendered page knows neither; the script in its head has kept the
 * room for both, so nothing jumps when they come.
 */
export function useArrival(): { message: RedirectMessageKey | null; continueName: string | null } {
  const message = useSyncExternalStore(never, readMessage, () => null)
  const [continueName, setContinueName] = useState<string | null>(null)
  useEffect(() => {
    let left = false
    void start()
      .then(loadContinueName)
      .then((name) => {
        if (left) return
        if (name === null) document.documentElement.removeAttribute('data-known')
        setContinueName(name)
      })
    return () => {
      left = true
    }
  }, [])
  return { message, continueName }
}

function readMessage(): RedirectMessageKey | null {
  return redirectMessageKey(readQueryParam('message'))
}

function never(): () => void {
  return () => {}
}
