import { useSyncExternalStore } from 'react'

import { Button } from '../../../ui/components/auth/button.tsx'
import { ownWindowAddress } from '../../../ui/device/app-key.ts'
import { isDenied } from '../../../ui/device/storage.ts'
import { useWords } from '../../words/language.ts'
import css from './auth-page.module.css'

/** Where the browser denies the frame its storage. The prerendered page does not know. */
export function useIsDenied(): boolean {
  return useSyncExternalStore(never, isDenied, () => false)
}

export function openOwnWindow(): void {
  window.open(ownWindowAddress(), '_blank', 'noopener')
}

/** A window of its own has a storage of its own, so there a sign-in lasts. */
export function OwnWindow() {
  const t = useWords('base')
  if (!useIsDenied()) return null
  return (
    <>
      <p className={css.other}>{t('frameForgets')}</p>
      <Button look="quiet" onClick={openOwnWindow}>
        {t('ownWindow')}
      </Button>
    </>
  )
}

function never(): () => void {
  return () => {}
}
