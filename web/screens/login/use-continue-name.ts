import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router'

import { loadContinueName } from '../../session/continue-offer.ts'
import { start } from '../../session/start.ts'

/** Who the reader was. The prerendered page does not know; the script in its head has kept the room, so nothing jumps. */
export function useContinueName(): string | null {
  const { state } = useLocation()
  const [continueName, setContinueName] = useState<string | null>(null)
  const load = useEffectEvent(() => loadContinueName(state))
  useEffect(() => {
    let left = false
    void start()
      .then(load)
      .then((name) => {
        if (left) return
        if (name === null) document.documentElement.removeAttribute('data-known')
        setContinueName(name)
      })
    return () => {
      left = true
    }
  }, [])
  return continueName
}
