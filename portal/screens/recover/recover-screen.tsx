import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

import { AuthPage } from '../../features/sign-in/auth-page.tsx'
import { useWords } from '../../words/language.ts'
import { readQueryParam } from '../../../ui/device/query-param.ts'
import { Recovery } from './recovery.tsx'

/** A forgotten password, or with `?unlock=1` an account its owner has locked: the same way, another door. */
export default function RecoverScreen() {
  const t = useWords('recover')
  const { key, search, state } = useLocation()
  // The prerendered page knows neither the address nor what the last screen passed on.
  const isHydrated = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  const way = isHydrated && readQueryParam('unlock', search) === '1' ? 'unlock' : 'reset'
  return (
    <AuthPage title={t(way === 'unlock' ? 'unlockTitle' : 'resetTitle')} tagline={t('tagline')}>
      {/* By visit, not by way: a key that changed with hydration would drop what was typed before it. */}
      <Recovery key={key} way={way} userName={isHydrated ? nameIn(state) : ''} />
    </AuthPage>
  )
}

function nameIn(state: unknown): string {
  return typeof state === 'object' && state !== null && 'userName' in state ? String(state.userName) : ''
}
