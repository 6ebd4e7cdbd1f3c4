import { type RefObject, useEffect, useRef, useState } from 'react'

import { useCountdown } from '../../../ui/components/use-countdown.ts'
import { waitAfter } from './wait-after.ts'

/** Sends the form again by itself once a short wait is over, with what stands in it by then. */
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

  // By the clock: the last second is still on the button when the form goes off.
  return { leftS, isWaiting: () => Date.now() < dueAtMs, noteFailure }
}
