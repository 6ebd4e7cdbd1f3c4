import { useState } from 'react'

import { Button } from '../../../ui/components/auth/button.tsx'
import { offersPasskeys } from '../../../ui/device/native-wrapper.ts'
import { passkeyFailure } from '../../../ui/device/passkey-failure.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useWords } from '../../words/language.ts'

type Props = { label: string; act: () => Promise<void>; onFailure: (text: string) => void }

/** Shows nothing where the browser or the address does not support passkeys. */
export function PasskeyButton({ label, act, onFailure }: Props) {
  const t = useWords('signin')
  const [busy, setBusy] = useState(false)
  if (!offersPasskeys()) return null
  async function press(): Promise<void> {
    setBusy(true)
    try {
      await act()
    } catch (error) {
      const word = passkeyFailure(error)
      onFailure(word ? t(word) : failureText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button look="quiet" busy={busy} onClick={() => void press()}>
      {label}
    </Button>
  )
}
