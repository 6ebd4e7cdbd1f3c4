import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Outlet, useLocation } from 'react-router'

import { Themed } from '../components/theme/themed.tsx'
import { scheduleInfoRefresh } from '../session/user-info.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { makeQueryClient } from './query-client.ts'
import { UserShell } from './shell/user-shell.tsx'

export default function UserArea() {
  const { pathname } = useLocation()
  const [queries] = useState(makeQueryClient)
  useEffect(() => () => queries.clear(), [queries])
  return (
    <Themed>
      <QueryClientProvider client={queries}>
        <InfoRefresh key={pathname} />
        <UserShell>
          <ErrorBoundary key={pathname} fill="content">
            <Outlet />
          </ErrorBoundary>
        </UserShell>
      </QueryClientProvider>
    </Themed>
  )
}

/** Mounted anew with every page of the area. */
function InfoRefresh() {
  useEffect(() => scheduleInfoRefresh(), [])
  return null
}
