import { type RefObject, useEffect, useRef, useState } from 'react'

import { limits } from '../../../contract/limits.ts'
import { useCountdown } from '../../../ui/components/use-countdown.ts'
import { ApiError } from '../../../ui/http/api-error.ts'

/** Sends the form again after a short wait, with its content at that time. */
export function useRetry(formRef: RefObject<HTMLFormElement | null>) {
  const waits = useRef(0)
  const [dueAtMs, setDueAtMs] = useState(0)
  const leftS = useCountdown(dueAtMs)

  useEffect(() => {
    if (dueAtMs === 0) return
    const timer = setTimeout(() => formRef.current?.requestSubmit(), Math.max(0, dueAtMs - Date.now()))
    return () => clearTimeout(timer)
  }, [dueAtMs, formRef])

  function noteFailure(error: unknown): void {
    const waitS = waitAfter(error, waits.current)
    waits.current = waitS === null ? 0 : waits.current + 1
    setDueAtMs(waitS === null ? 0 : Date.now() + waitS * 1000)
  }

  // Uses the clock: the button still shows the last second when the form is sent.
  return { leftS, isWaiting: () => Date.now() < dueAtMs, noteFailure }
}

/** After this many waits in a row the reader decides, because something else is wrong. */
const MOST_WAITS = 3

/** Seconds until the form sends itself again; null when it should not. */
export function waitAfter(error: unknown, waitsBefore: number): number | null {
  if (!(error instanceof ApiError) || error.status !== 429 || error.retryAfterS === null) return null
  const isShort = error.retryAfterS * 1000 <= limits.loginDelayMaxMs
  return isShort && waitsBefore < MOST_WAITS ? Math.max(1, error.retryAfterS) : null
}
