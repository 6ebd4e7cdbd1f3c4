import { useState } from 'react'

import type { BillRow } from '../../../../contract/console/bills.ts'
import { showMessage } from '../../../../ui/components/toast-store.ts'
import { Textarea } from '../../../features/form/fields.tsx'
import { ConfirmSheet } from '../../../features/show/confirm-sheet.tsx'
import { FactRows } from '../../../features/show/fact-rows.tsx'
import { useWords } from '../../../words/language.ts'
import type { NoteRow } from './bill-calls.ts'

type Props = { row: BillRow; note: NoteRow; onClose: () => void; onDone: () => void }

/** A person looked: why the two differ, and nothing more is to be done. */
export function NoteSheet({ row, note, onClose, onDone }: Props) {
  const t = useWords('bills')
  const [text, setText] = useState('')
  const facts = [
    { name: t('number'), value: row.outTradeNo },
    { name: t('tradeNo'), value: row.tradeNo },
  ]
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('noteTitle')}
      button={t('noteGo')}
      disabled={text.trim() === ''}
      act={async () => {
        await note({ rowId: row.rowId, text: text.trim() })
        showMessage('success', t('noted'))
        onDone()
      }}
    >
      <p>{t('noteText')}</p>
      <FactRows rows={facts.flatMap(({ name, value }) => (value === null ? [] : [{ name, value }]))} />
      <Textarea
        name="text"
        label={t('noteLabel')}
        maxLength={200}
        rows={2}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </ConfirmSheet>
  )
}
