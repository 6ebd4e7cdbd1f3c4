import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { WithdrawalRow } from '../../../contract/console/withdrawals.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { Segments } from '../../../ui/components/segments.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { EditRoom } from '../../features/form/edit-room.tsx'
import { EditSheet } from '../../features/form/edit-sheet.tsx'
import { Textarea } from '../../features/form/fields.tsx'
import { FactRows } from '../../features/show/fact-rows.tsx'
import { MoneyOrigin } from '../../features/show/money-origin.tsx'
import { Money, moneyText } from '../../features/show/money.tsx'
import { PayeeLook } from '../../features/show/payee-look.tsx'
import { useRun } from '../../features/show/use-run.ts'
import { When } from '../../features/show/when.tsx'
import { call } from '../../session/call.ts'
import { useSession } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import css from './invites.module.css'

type Props = { row: WithdrawalRow | null; onClose: () => void; onDecided: () => void }
type Verdict = 'pay' | 'reject'
const REASON_MAX = 200

/** One withdrawal: its amount, its payee, and the two possible decisions. */
export function DecideSheet({ row, onClose, onDecided }: Props) {
  const t = useWords('withdrawals')
  const base = useWords('base')
  return (
    <EditSheet
      opened={row !== null}
      onClose={onClose}
      title={t('decideTitle', { user: row?.user.userName ?? '' })}
      closeLabel={base('close')}
    >
      {row === null ? null : (
        <Decide
          key={row.withdrawalId}
          row={row}
          onDone={() => {
            onClose()
            onDecided()
          }}
        />
      )}
    </EditSheet>
  )
}

function Decide({ row, onDone }: { row: WithdrawalRow; onDone: () => void }) {
  const t = useWords('withdrawals')
  const { withdrawalId, payFen, amountFen } = row
  const isPlatform = useSession().scope === 'platform'
  const [verdict, setVerdict] = useState<Verdict>('pay')
  const [reason, setReason] = useState('')
  const { busy, failure, run, room } = useRun(onDone)
  const amounts = { pay: moneyText(payFen), amount: moneyText(amountFen) }
  const pay = async () => {
    await call(consoleApi.withdrawals.pay, { withdrawalId })
    showMessage('success', t('paidDone'))
  }
  const reject = async () => {
    await call(consoleApi.withdrawals.reject, { withdrawalId, reason: reason.trim() })
    showMessage('success', t('rejectedDone'))
  }
  return (
    <div className={css.sheet}>
      <FactRows
        rows={[
          { name: t('toPay'), value: <Money fen={payFen} /> },
          ...(payFen === amountFen ? [] : [{ name: t('colAmount'), value: <Money fen={amountFen} /> }]),
          { name: t('colMethod'), value: t(row.method) },
          { name: t('colAsked'), value: <When at={row.createdAt} /> },
        ]}
      />
      <MoneyOrigin origin={row} about="withdrawal" />
      {row.markedFen > 0 ? (
        <Callout tone="info">{t('markedText', { amount: moneyText(row.markedFen) })}</Callout>
      ) : null}
      <PayeeLook load={() => call(consoleApi.withdrawals.showPayee, { withdrawalId })} />
      <Segments
        label={t('verdict')}
        value={verdict}
        options={[
          { value: 'pay', label: t('verdictPay') },
          { value: 'reject', label: t('verdictReject') },
        ]}
        onChange={setVerdict}
      />
      {verdict === 'pay' ? (
        <p className={css.hint}>{t(isPlatform ? 'payTextPlatform' : 'payText', amounts)}</p>
      ) : (
        <EditRoom {...room}>
          <Textarea
            name="reason"
            label={t('reason')}
            description={t('reasonHint')}
            value={reason}
            maxLength={REASON_MAX}
            autosize
            minRows={2}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </EditRoom>
      )}
      {failure === null ? null : <Callout tone="bad">{failure}</Callout>}
      {verdict === 'pay' ? (
        <ActionButton fill busy={busy} onClick={() => void run(pay)}>
          {t('payButton', amounts)}
        </ActionButton>
      ) : (
        <ActionButton tone="danger" fill busy={busy} disabled={reason.trim() === ''} onClick={() => void run(reject)}>
          {t('rejectButton', amounts)}
        </ActionButton>
      )}
    </div>
  )
}
