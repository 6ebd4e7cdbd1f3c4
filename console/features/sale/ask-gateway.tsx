import { useState } from 'react'

import type { GatewayWord } from '../../../contract/console/payments.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useWords } from '../../words/language.ts'

/** What the gateway said, in a sentence. */
export const said = {
  settled: 'askedSettled',
  repeated: 'askedRepeated',
  mismatch: 'askedMismatch',
  open: 'askedOpen',
  seen: 'askedSeen',
  closed: 'askedClosed',
  unsaid: 'askedUnsaid',
  soon: 'askedSoon',
} as const

type Props = { ask: () => Promise<Pick<GatewayWord, 'found'>>; onDone: () => void }

/** Asks the gateway once. If the payment was paid, this answer also credits it. */
export function AskGateway({ ask: askNow, onDone }: Props) {
  const t = useWords('sales')
  const [busy, setBusy] = useState(false)
  async function ask(): Promise<void> {
    setBusy(true)
    try {
      const { found } = await askNow()
      showMessage(found === 'settled' ? 'success' : 'info', t(said[found]))
      onDone()
    } catch (error) {
      showMessage('error', failureText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <ActionButton tone="quiet" icon="refresh" busy={busy} onClick={() => void ask()}>
      {t('ask')}
    </ActionButton>
  )
}
