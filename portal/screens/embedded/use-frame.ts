import { useEffect, useEffectEvent, useState } from 'react'

import { failureText } from '../../../ui/words/failure-text.ts'
import type { FramePage } from './frame-page.ts'

/** How long a page may take before the reader is offered another way. */
const PATIENCE_MS = 15_000

export type Failure = { why: 'address' | 'ticket' | 'slow' | 'blocked'; text?: string }
export type FrameState =
  | { phase: 'preparing' }
  | { phase: 'loading' | 'shown'; page: FramePage }
  | { phase: 'failed'; failure: Failure }

/** One attempt to show a page: what it needs is fetched, the frame loads, or one of the ways it can go wrong is named. */
export function useFrame(prepare: () => Promise<FramePage | null>): { state: FrameState; onLoad: () => void } {
  const [state, setState] = useState<FrameState>({ phase: 'preparing' })
  const { phase } = state

  // One attempt is one preparation, whatever the screen around it renders meanwhile.
  const begin = useEffectEvent(prepare)

  useEffect(() => {
    let left = false
    begin().then(
      (page) => {
        if (!left) setState(page ? { phase: 'loading', page } : failed('address'))
      },
      (error: unknown) => {
        if (!left) setState(failed('ticket', failureText(error)))
      },
    )
    return () => {
      left = true
    }
  }, [])

  useEffect(() => {
    if (phase !== 'loading') return
    const timer = setTimeout(() => setState(failed('slow')), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [phase])

  useEffect(() => {
    // A page that leads on to another site is stopped by our own policy; the frame then shows the browser's grey face.
    const onViolation = (event: SecurityPolicyViolationEvent) => {
      if (event.effectiveDirective === 'frame-src') setState(failed('blocked'))
    }
    document.addEventListener('securitypolicyviolation', onViolation)
    return () => document.removeEventListener('securitypolicyviolation', onViolation)
  }, [])

  const onLoad = () => setState((now) => (now.phase === 'loading' ? { ...now, phase: 'shown' } : now))
  return { state, onLoad }
}

function failed(why: Failure['why'], text?: string): FrameState {
  return { phase: 'failed', failure: text === undefined ? { why } : { why, text } }
}
