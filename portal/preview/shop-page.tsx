import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { MemoryRouter } from 'react-router'

import type { Scheme } from '../../contract/accent.ts'
import { makeQueryClient } from '../../ui/http/query-client.ts'
import type { ShopLook } from '../../ui/theme/shop-preview.ts'
import { theme } from '../../ui/theme/theme.ts'
import { UserShell } from '../app/shell/user-shell.tsx'
import { USER_ROOT } from '../paths.ts'
import { LoginScreen } from '../screens/login/login-screen.tsx'
import OverviewScreen from '../screens/overview/overview-screen.tsx'
import { AvailableScreens } from '../state/available-screens.ts'

/** The list of screens would bring the code of all of them. */
const hasEvery = () => true

type Props = { page: ShopLook['page']; scheme: Scheme; root: HTMLElement }

export function ShopPage({ page, scheme, root }: Props) {
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={scheme}
      getRootElement={() => root}
      withCssVariables={false}
      withGlobalClasses={false}
      deduplicateInlineStyles
    >
      {page === 'login' ? <Login /> : <Home />}
    </MantineProvider>
  )
}

function Login() {
  return (
    <MemoryRouter initialEntries={['/login']}>
      <AvailableScreens value={hasEvery}>
        <LoginScreen />
      </AvailableScreens>
    </MemoryRouter>
  )
}

function Home() {
  const [queries] = useState(makeQueryClient)
  return (
    <MemoryRouter initialEntries={[USER_ROOT]}>
      <QueryClientProvider client={queries}>
        <AvailableScreens value={hasEvery}>
          <UserShell>
            <OverviewScreen />
          </UserShell>
        </AvailableScreens>
      </QueryClientProvider>
    </MemoryRouter>
  )
}
