import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Outlet, useLocation } from 'react-router'

import { Themed } from '../components/theme/themed.tsx'
import { scheduleInfoRefresh } from '../session/user-info.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { UserShell } from './shell/user-shell.tsx'

const queries = new QueryClient({ defaultOptions: { queries: { retry: 1, staleTime: 10_000 } } })

export default function UserArea() {
  const { pathname } = useLocation()
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
