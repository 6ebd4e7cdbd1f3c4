import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

import { ErrorBoundary } from '../../ui/components/error-boundary.tsx'
import { SheetRoutes } from '../../ui/components/sheet-routes.tsx'
import { makeQueryClient } from '../../ui/http/query-client.ts'
import { Themed } from '../../ui/theme/themed.tsx'
import { scheduleInfoRefresh } from '../session/user-info.ts'
import { AvailableScreens } from '../state/available-screens.ts'
import { useLineState } from '../state/line.ts'
import { UserShell } from './shell/user-shell.tsx'
import { UserRoutes } from './user-routes.tsx'
import { hasScreen } from './user-screens.ts'

export default function UserArea() {
  const { pathname } = useLocation()
  const [queries] = useState(makeQueryClient)
  useEffect(
    () => () => {
      queries.clear()
      useLineState.getState().clear()
    },
    [queries],
  )
  return (
    <Themed>
      <QueryClientProvider client={queries}>
        <InfoRefresh key={pathname} />
        <AvailableScreens value={hasScreen}>
          <SheetRoutes>
            <UserShell>
              <ErrorBoundary key={pathname} fill="content">
                <UserRoutes />
              </ErrorBoundary>
            </UserShell>
          </SheetRoutes>
        </AvailableScreens>
      </QueryClientProvider>
    </Themed>
  )
}

/** Mounts again with every page of the area. */
function InfoRefresh() {
  useEffect(() => scheduleInfoRefresh(), [])
  return null
}
