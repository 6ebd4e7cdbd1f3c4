import { useCallback, useEffect, useState } from 'react'

import { api } from '../../../contract/api.ts'
import type { StatusReport } from '../../../contract/status.ts'
import { call } from '../../../ui/http/client.ts'
import { start } from '../../session/start.ts'
import { useConfigState } from '../../state/config.ts'

const EVERY_MS = 30_000

export type StatusState = {
  report: StatusReport | null
  /** Error of the last try; a report beside it is then an older one. */
  error: unknown
  busy: boolean
  refresh: () => void
}

/** Checks again every half minute, and at once when the reader returns to the page. */
export function useStatus(): StatusState {
  const [state, setState] = useState<Omit<StatusState, 'refresh'>>({ report: null, error: null, busy: true })

  const look = useCallback(async (): Promise<void> => {
    try {
      const { dailiKey } = useConfigState.getState()
      const report = await call(api.status.report, { dailiKey }, { noRedirect: true })
      setState({ report, error: null, busy: false })
    } catch (error) {
      setState(({ report }) => ({ report, error, busy: false }))
    }
  }, [])

  useEffect(() => {
    const lookIfSeen = () => void (document.visibilityState === 'visible' && look())
    void start().then(look)
    const timer = setInterval(lookIfSeen, EVERY_MS)
    document.addEventListener('visibilitychange', lookIfSeen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', lookIfSeen)
    }
  }, [look])

  function refresh(): void {
    setState((now) => ({ ...now, busy: true }))
    void look()
  }

  return { ...state, refresh }
}
