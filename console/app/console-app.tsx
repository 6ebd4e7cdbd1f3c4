import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useLocation } from 'react-router'

import { Button } from '../../ui/components/auth/button.tsx'
import { ErrorBoundary } from '../../ui/components/error-boundary.tsx'
import { PlainMessage } from '../../ui/components/plain-message.tsx'
import { SheetRoutes } from '../../ui/components/sheet-routes.tsx'
import { Spinner } from '../../ui/components/spinner.tsx'
import { ApiError } from '../../ui/http/api-error.ts'
import { makeQueryClient } from '../../ui/http/query-client.ts'
import { Themed } from '../../ui/theme/themed.tsx'
import { failureText } from '../../ui/words/failure-text.ts'
import { LeaveRoutes } from '../features/form/leave-routes.tsx'
import { goToOffice, place } from '../session/office.ts'
import { loadSession, useSessionState } from '../session/session.ts'
import { useBrandOfOffice } from '../session/use-brand-of-office.ts'
import { useWords } from '../words/language.ts'
import { OverScreen } from './over-screen.tsx'
import { ConsoleRoutes } from './routes.tsx'
import { screen } from './screen-loader.ts'
import { Shell } from './shell/shell.tsx'
import { ShownToasts } from './shown-toasts.tsx'

const SignInScreen = lazy(screen(() => import('../screens/sign-in/sign-in-screen.tsx'), 'signin'))
const JoinScreen = lazy(screen(() => import('../screens/join/join-screen.tsx'), 'join', 'signin'))
const FactorScreen = lazy(screen(() => import('../screens/factor/factor-screen.tsx'), 'account', 'signin'))

export function ConsoleApp() {
  const [queries] = useState(makeQueryClient)
  return (
    <ErrorBoundary>
      <Themed>
        <QueryClientProvider client={queries}>
          <SheetRoutes>
            <LeaveRoutes>
              <Waiting>
                <Door />
              </Waiting>
              <OverScreen />
            </LeaveRoutes>
          </SheetRoutes>
        </QueryClientProvider>
      </Themed>
      <ShownToasts />
    </ErrorBoundary>
  )
}

/** Lets nobody in without a session. */
function Door() {
  const state = useSessionState()
  const { pathname } = useLocation()
  const t = useWords('base')
  useBrandOfOffice()
  // Invitations work for visitors as well as for signed-in members.
  if (pathname === '/join') return <JoinScreen />
  switch (state.at) {
    case 'starting':
      return <Spinner label={t('loading')} />
    case 'broken':
      return <Closed error={state.error} />
    case 'out':
      return <SignInScreen />
    case 'in':
      if (state.session.factor.required) return <FactorScreen />
      return (
        <Shell>
          <ErrorBoundary key={pathname} fill="content">
            <Waiting fill="content">
              <ConsoleRoutes />
            </Waiting>
          </ErrorBoundary>
        </Shell>
      )
  }
}

/** Shown for an office that does not exist or is not open to this member, or when an answer failed. */
function Closed({ error }: { error: unknown }) {
  const t = useWords('base')
  const isRefused = error instanceof ApiError && error.isRefusal && place.named !== null
  return (
    <PlainMessage
      title={t(isRefused ? 'notFoundTitle' : 'loadFailed')}
      text={isRefused ? t('notFoundText') : failureText(error)}
    >
      <Button onClick={() => (isRefused ? goToOffice(null) : void loadSession())}>
        {t(isRefused ? 'backHome' : 'retry')}
      </Button>
    </PlainMessage>
  )
}

function Waiting({ children, fill = 'page' }: { children: ReactNode; fill?: 'page' | 'content' }) {
  const t = useWords('base')
  return <Suspense fallback={<Spinner label={t('loading')} fill={fill} />}>{children}</Suspense>
}
