import { useState } from 'react'

import { ActionButton } from '../../../ui/components/action-button.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { useWords } from '../../words/language.ts'

type Props = { disabled: boolean; send: () => Promise<{ to: string }>; onFail: (error: unknown) => void }

/** By mail to whoever writes it, before anybody else reads it. */
export function ToMe({ disabled, send, onFail }: Props) {
  const t = useWords('notices')
  const [busy, setBusy] = useState(false)
  async function press(): Promise<void> {
    setBusy(true)
    try {
      const { to } = await send()
      showMessage('success', t('sentToMe', { to }))
    } catch (error) {
      onFail(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <ActionButton tone="quiet" icon="mail" busy={busy} disabled={disabled} onClick={() => void press()}>
      {t('sendToMe')}
    </ActionButton>
  )
}
