import { useEffect, useState } from 'react'

import { loadContinueName } from '../../session/continue-offer.ts'
import { readQueryParam } from '../../session/query-param.ts'
import { redirectMessageKey } from '../../session/redirect-message.ts'
import { start } from '../../session/start.ts'

const messageWords = { not_signed_in: 'notSignedIn', expired: 'expired', neutral: 'pleaseSignIn' } as const
type Arrival = { message: (typeof messageWords)[keyof typeof messageWords] | null; continueName: string | null }

/**
 * Why the reader is here and who they were. Read after hydration, since the prerendered page knows neither; the script
 * in its head has kept the room for both, so nothing jumps.
 */
export function useArrival(): Arrival {
  const [arrival, setArrival] = useState<Arrival>({ message: null, continueName: null })
  useEffect(() => {
    let left = false
    const key = redirectMessageKey(readQueryParam('message'))
    setArrival((now) => ({ ...now, message: key && messageWords[key] }))
    void start()
      .then(loadContinueName)
      .then((continueName) => {
        if (left) return
        if (continueName === null) document.documentElement.removeAttribute('data-known')
        setArrival((now) => ({ ...now, continueName }))
      })
    return () => {
      left = true
    }
  }, [])
  return arrival
}
