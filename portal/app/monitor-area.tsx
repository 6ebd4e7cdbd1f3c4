import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Navigate, useLocation, useParams } from 'react-router'

import { SheetRoutes } from '../../ui/components/sheet-routes.tsx'
import { Spinner } from '../../ui/components/spinner.tsx'
import { makeQueryClient } from '../../ui/http/query-client.ts'
import { Themed } from '../../ui/theme/themed.tsx'
import { MonitorScreen } from '../screens/monitor/monitor-screen.tsx'
import { guardNow } from '../session/guard.ts'
import { start } from '../session/start.ts'
import { useWords } from '../words/language.ts'

/** Has the monitor's own guard; contains nothing of the user area. */
export default function MonitorArea() {
  const t = useWords('base')
  const place = useLocation()
  const { '*': below } = useParams()
  const [isStarted, setStarted] = useState(false)
  const [queries] = useState(makeQueryClient)
  useEffect(() => {
    let left = false
    void start().then(() => left || setStarted(true))
    return () => {
      left = true
      queries.clear()
    }
  }, [queries])

  if (!isStarted) return <Spinner label={t('loading')} />
  const passage = guardNow(place)
  if (passage !== 'pass') return <Navigate to={passage.redirect} replace />
  if (below) return <Navigate to="/notFound" replace />
  return (
    <Themed>
      <QueryClientProvider client={queries}>
        <SheetRoutes>
          <MonitorScreen />
        </SheetRoutes>
      </QueryClientProvider>
    </Themed>
  )
}
