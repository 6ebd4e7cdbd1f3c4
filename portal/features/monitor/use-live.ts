import { useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'

import type { MonitorEvents, MonitorOverview } from '../../../contract/monitor-figures.ts'
import type { ApiError } from '../../../ui/http/api-error.ts'
import { type EventStream, followEvents, type LinkState } from '../../../ui/http/event-stream.ts'
import { expire } from '../../session/return-path.ts'
import { applyEvent, type MonitorEvent, readEvent } from './monitor-events.ts'
import { openMonitorStream } from './monitor-stream.ts'

type Shown = {
  link: LinkState
  overview: MonitorOverview | null
  /** On this device's clock. */
  heardAtMs: number
  refusal: ApiError | null
}
export type Live = Shown & {
  /** Retries now instead of later. */
  hurry(): void
  /** Shows what this page has just changed, before the stream reports it. */
  put(event: MonitorEvent): void
}

const NOTHING: Shown = { link: 'connecting', overview: null, heardAtMs: 0, refusal: null }

/**
 * The monitor's live figures, for a component that mounts again for another reseller. `onAlert` gets every alert,
 * including those from a break in the connection.
 */
export function useLive(dailiKey: number | null, onAlert: (event: MonitorEvents['alert']) => void): Live {
  const [shown, setShown] = useState<Shown>(NOTHING)
  const stream = useRef<EventStream | null>(null)
  const hear = useRef(onAlert)
  useEffect(() => {
    hear.current = onAlert
  })
  const put = useCallback((event: MonitorEvent) => {
    setShown((now) => ({ ...now, overview: applyEvent(now.overview, event), heardAtMs: Date.now() }))
  }, [])
  const hurry = useCallback(() => stream.current?.hurry(), [])

  useEffect(() => {
    const opened = followEvents({
      open: (lastId, signal) => openMonitorStream({ dailiKey: dailiKey ?? undefined }, lastId, signal),
      onEvent(raw) {
        const event = readEvent(raw)
        if (event === null) return
        if (event.name === 'end' && event.data.reason === 'signed_out') return expire('monitor')
        if (event.name === 'snapshot') opened.resumeAfter(String(event.data.eventId))
        if (event.name === 'alert') hear.current(event.data)
        put(event)
      },
      onState: (link) => setShown((now) => (now.link === link ? now : { ...now, link })),
      onRefused: (refusal) => (refusal.isExpired ? expire('monitor') : setShown((now) => ({ ...now, refusal }))),
    })
    stream.current = opened
    const stopListening = onReturn(() => opened.hurry())
    return () => {
      stopListening()
      opened.stop()
    }
  }, [dailiKey, put])

  return { ...shown, hurry, put }
}

/** When the tab becomes visible, or the network is back. */
function onReturn(act: () => void): () => void {
  const look = () => void (document.visibilityState === 'visible' && act())
  window.addEventListener('online', act)
  document.addEventListener('visibilitychange', look)
  return () => {
    window.removeEventListener('online', act)
    document.removeEventListener('visibilitychange', look)
  }
}

/** In the address, so that a reloaded wall screen shows the same. Null: every reseller. */
export function useResellerFilter(): [number | null, (dailiKey: number | null) => void] {
  const [query, setQuery] = useSearchParams()
  const raw = query.get('dailiKey') ?? ''
  const dailiKey = /^\d{1,9}$/.test(raw) ? Number(raw) : null
  function choose(next: number | null): void {
    setQuery(
      (before) => {
        if (next === null) before.delete('dailiKey')
        else before.set('dailiKey', String(next))
        return before
      },
      { replace: true },
    )
  }
  return [dailiKey, choose]
}
