import { useState } from 'react'

import { ActionButton } from '../../../ui/components/action-button.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { saveText } from '../../../ui/device/copy-or-save.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useWords } from '../../words/language.ts'

/** The file type of contract/console/list.ts. */
type File = { name: string; text: string; rows: number; isCut: boolean }

/** The server writes the file, so that it can also record who took it. */
export function CsvButton({ load }: { load: () => Promise<File> }) {
  const t = useWords('base')
  const [busy, setBusy] = useState(false)
  async function take(): Promise<void> {
    setBusy(true)
    try {
      const { name, text, rows, isCut } = await load()
      saveText(name, text)
      showMessage(isCut ? 'info' : 'success', t(isCut ? 'exportedCut' : 'exported', { count: rows }))
    } catch (error) {
      showMessage('error', failureText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <ActionButton tone="quiet" icon="download" busy={busy} onClick={() => void take()}>
      {t('exportCsv')}
    </ActionButton>
  )
}
