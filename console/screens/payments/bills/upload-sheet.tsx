import { useRef, useState } from 'react'

import { formatBytes } from '../../../../contract/bytes.ts'
import type { BillMerchant } from '../../../../contract/console/bills.ts'
import { BILL_MAX_BYTES } from '../../../../contract/console/choices.ts'
import { DAY_MS } from '../../../../contract/durations.ts'
import { ActionButton } from '../../../../ui/components/action-button.tsx'
import { showMessage } from '../../../../ui/components/toast-store.ts'
import { useNow } from '../../../../ui/components/use-now.ts'
import { dateText } from '../../../../ui/words/date-text.ts'
import { DayField } from '../../../features/form/day-field.tsx'
import { ConfirmSheet } from '../../../features/show/confirm-sheet.tsx'
import { base64 } from '../../../session/upload-parts.ts'
import { useWords } from '../../../words/language.ts'
import type { ReadBill } from './bill-calls.ts'
import css from './bills.module.css'

type Props = { merchant: BillMerchant; read: ReadBill; onClose: () => void; onDone: () => void }

/** A bill as the provider gives it, for one day. */
export function UploadSheet({ merchant, read, onClose, onDone }: Props) {
  const t = useWords('bills')
  const now = useNow()
  const chooser = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [day, setDay] = useState(dateText(now - DAY_MS))
  const isLarge = file !== null && file.size > BILL_MAX_BYTES
  async function send(): Promise<void> {
    const bytes = base64(new Uint8Array(await file!.arrayBuffer()))
    const { paid, refunds, others, differences } = await read({ merchantId: merchant.merchantId, day, bytes })
    const rest = others === 0 ? '' : ` ${t('others', { count: others })}`
    const found = differences === 0 ? t('allAgree', { paid, refunds }) : t('someDiffer', { paid, refunds, differences })
    showMessage(differences === 0 ? 'success' : 'info', found + rest)
    onDone()
  }
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('uploadTitle', { name: merchant.name })}
      button={t('uploadGo')}
      disabled={!file || isLarge || file.size < 4 || day === ''}
      act={send}
    >
      <p>{t('uploadText')}</p>
      <p>{t(`from_${merchant.provider}`)}</p>
      <DayField name="day" label={t('day')} hint={t(`day_${merchant.zone}`)} value={day} onChange={setDay} />
      {/* The browser's own button speaks the browser's language. */}
      <ActionButton tone="quiet" fill onClick={() => chooser.current?.click()}>
        {file ? `${file.name} · ${formatBytes(file.size)}` : t('chooseFile')}
      </ActionButton>
      <input
        ref={chooser}
        type="file"
        accept=".csv,.zip,.txt,text/csv"
        hidden
        aria-label={t('chooseFile')}
        onChange={(event) => setFile(event.currentTarget.files?.[0] ?? null)}
      />
      {isLarge ? <p className={css.bad}>{t('tooLarge', { size: formatBytes(BILL_MAX_BYTES) })}</p> : null}
    </ConfirmSheet>
  )
}
