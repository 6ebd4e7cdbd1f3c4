import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { Button } from '../../../ui/components/auth/button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { Glyph } from '../../../ui/components/glyph.tsx'
import { offersPasskeys } from '../../../ui/device/native-wrapper.ts'
import { askForStorage } from '../../../ui/device/storage.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { pathAfterLogin } from '../../session/return-path.ts'
import { signInWithPasskey } from '../../session/sign-in.ts'
import { useWords } from '../../words/language.ts'
import css from './passkey-row.module.css'

/** Shown if the browser supports passkeys. The passkey identifies the account, so no field is needed. */
export function PasskeyRow({ formRef }: { formRef: RefObject<HTMLFormElement | null> }) {
  const t = useWords('login')
  const navigate = useNavigate()
  const { state } = useLocation()
  const offered = useSyncExternalStore(never, offersPasskeys, () => false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  useEffect(() => {
    if (!offersPasskeys()) document.documentElement.removeAttribute('data-passkeys')
  }, [])

  async function enter(): Promise<void> {
    const remember = formRef.current !== null && new FormData(formRef.current).get('remember') === 'on'
    askForStorage()
    setFailure(null)
    setBusy(true)
    try {
      if (await signInWithPasskey(remember)) await navigate(pathAfterLogin(state), { replace: true })
    } catch (error) {
      setFailure(failureText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className={css.room}>
      {offered ? (
        <Button look="quiet" busy={busy} onClick={() => void enter()}>
          {busy ? null : <Glyph name="key" size={20} />}
          {t('passkey')}
        </Button>
      ) : null}
      {failure === null ? null : <Callout tone="bad">{failure}</Callout>}
    </div>
  )
}

function never(): () => void {
  return () => {}
}
