import { useSyncExternalStore } from 'react'
import { useLocation, Link } from 'react-router'

import { ButtonLink } from '../../../ui/components/auth/button-link.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { readQueryParam } from '../../../ui/device/page.ts'
import page from '../../features/sign-in/auth-page.module.css'
import { AuthPage } from '../../features/sign-in/auth-page.tsx'
import { usePageAddress } from '../../session/hosted-address.ts'
import type { Way } from '../../session/recover.ts'
import { useConfigState } from '../../state/config.ts'
import { useHasMail } from '../../state/reseller-facts.ts'
import { useWords } from '../../words/language.ts'
import { AskCode } from './ask-code.tsx'
import { SetPassword } from './set-password.tsx'
import { useRecovery } from './use-recovery.ts'

/** For a forgotten password or, with `?unlock=1`, for an account that its owner locked: the same steps. */
export default function RecoverScreen() {
  const t = useWords('recover')
  const { key, search, state, hash } = useLocation()
  // The prerendered page knows neither the address nor the previous screen's state.
  const isHydrated = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  const given = isHydrated ? givenIn(hash) : null
  const way = isHydrated && readQueryParam('unlock', search) === '1' ? 'unlock' : 'reset'
  return (
    <AuthPage title={t(way === 'unlock' ? 'unlockTitle' : 'resetTitle')} tagline={t('tagline')}>
      {/* Keyed by visit, not by way: a key that changed with hydration would discard typed text. */}
      <Recovery
        key={key}
        way={way}
        userName={given?.userName ?? (isHydrated ? nameIn(state) : '')}
        code={given?.code ?? null}
      />
    </AuthPage>
  )
}

/** A link from the creator of the account: name and code are after the hash sign, which is never sent to a server. */
function givenIn(hash: string): { userName: string; code: string } | null {
  const words = new URLSearchParams(hash.slice(1))
  const [userName, code] = [words.get('user'), words.get('code')]
  return userName && code ? { userName, code } : null
}

function nameIn(state: unknown): string {
  return typeof state === 'object' && state !== null && 'userName' in state ? String(state.userName) : ''
}

/** First a code, then the new password. Without mail only the second step: support can give a code. */
export function Recovery({ way, userName, code }: { way: Way; userName: string; code: string | null }) {
  const t = useWords('recover')
  const hasMail = useHasMail()
  const recovery = useRecovery(way, userName)
  if (recovery.step === 'done') return <Recovered way={way} />
  return (
    <>
      {recovery.step === 'ask' && hasMail && code === null ? (
        <AskCode way={way} recovery={recovery} />
      ) : (
        <SetPassword way={way} recovery={recovery} hasMail={hasMail} code={code} />
      )}
      <SupportLine />
      <p className={page.other}>
        {way === 'reset' ? t('remembered') : null} <Link to="/login">{t('signIn')}</Link>
      </p>
    </>
  )
}

export function Recovered({ way }: { way: Way }) {
  const t = useWords('recover')
  return (
    <>
      <Callout tone="good">{t(way === 'unlock' ? 'unlocked' : 'changed')}</Callout>
      <p className="soft">{t('doneText')}</p>
      <ButtonLink to="/login">{t('signInNow')}</ButtonLink>
    </>
  )
}

/** Shown to everybody, whatever their account has, so that it reveals nothing. */
export function SupportLine() {
  const t = useWords('recover')
  const addressOf = usePageAddress()
  const url = useConfigState((state) => state.dailiConfig.kf_url)
  return (
    <p className={page.other}>
      {t('noEmail')}{' '}
      <a href={url ? addressOf(url) : undefined} target="_blank" rel="noreferrer">
        {t('support')}
      </a>
    </p>
  )
}
