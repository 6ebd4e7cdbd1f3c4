import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { DecisionRow } from '../../../contract/console/payouts.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { Segments } from '../../../ui/components/segments.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { EditRoom } from '../../features/form/edit-room.tsx'
import { EditSheet } from '../../features/form/edit-sheet.tsx'
import { Textarea } from '../../features/form/fields.tsx'
import { resellerName } from '../../features/reseller/reseller-name.ts'
import { FactRows } from '../../features/show/fact-rows.tsx'
import { MoneyOrigin } from '../../features/show/money-origin.tsx'
import { Money, moneyText } from '../../features/show/money.tsx'
import { PayeeLook } from '../../features/show/payee-look.tsx'
import { useRun } from '../../features/show/use-run.ts'
import { When } from '../../features/show/when.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import css from './payouts.module.css'
import { firstVerdict, type Verdict, verdictsOf } from './verdicts.ts'

type Props = { row: DecisionRow | null; onClose: () => void; onDecided: () => void }
const REASON_MAX = 200

/** One payment to make: its amount, its payee, and what this member may do with it. */
export function DecideSheet({ row, onClose, onDecided }: Props) {
  const t = useWords('payouts')
  const base = useWords('base')
  const done = () => {
    onClose()
    onDecided()
  }
  return (
    <EditSheet
      opened={row !== null}
      onClose={onClose}
      title={row ? t('decideTitle', { kind: t(row.kind), name: row.userName ?? row.title }) : ''}
      closeLabel={base('close')}
    >
      {row === null ? null : <Decide key={row.id} row={row} onDone={done} />}
    </EditSheet>
  )
}

function Decide({ row, onDone }: { row: DecisionRow; onDone: () => void }) {
  const t = useWords('payouts')
  const { kind, resellerId, id, payFen, amountFen } = row
  const name = { kind, resellerId, id }
  const [verdict, setVerdict] = useState<Verdict>(firstVerdict(row))
  const [reason, setReason] = useState('')
  const { busy, failure, run, room } = useRun(onDone)
  const amounts = { pay: moneyText(payFen), amount: moneyText(amountFen) }
  const verdicts = verdictsOf(row)
  const act = async () => {
    if (verdict === 'reject') await call(consoleApi.payouts.reject, { ...name, reason: reason.trim() })
    else await call(consoleApi.payouts[verdict], name)
    showMessage('success', t(`${verdict}Done`))
  }
  return (
    <div className={css.sheet}>
      <Facts row={row} />
      <MoneyOrigin origin={row} about={row.kind} />
      {row.markedFen > 0 ? (
        <Callout tone="info">{t('markedText', { amount: moneyText(row.markedFen) })}</Callout>
      ) : null}
      {!row.mayPay && !row.mayApprove ? (
        <Callout tone="info">{t(row.approvedBy === null ? 'waitsForOther' : 'waitsForPayer')}</Callout>
      ) : null}
      <PayeeLook load={() => call(consoleApi.payouts.showPayee, name)} />
      <Segments
        label={t('verdict')}
        value={verdict}
        options={verdicts.map((value) => ({ value, label: t(`verdict_${value}`) }))}
        onChange={setVerdict}
      />
      {verdict === 'reject' ? (
        <EditRoom {...room}>
          <Textarea
            name="reason"
            label={t('reason')}
            description={t(kind === 'payout' ? 'reasonHintReseller' : 'reasonHintUser')}
            value={reason}
            maxLength={REASON_MAX}
            autosize
            minRows={2}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </EditRoom>
      ) : (
        <p className={css.hint}>{t(`${verdict}Text`, amounts)}</p>
      )}
      {failure === null ? null : <Callout tone="bad">{failure}</Callout>}
      <ActionButton
        fill
        tone={verdict === 'reject' ? 'danger' : 'main'}
        busy={busy}
        disabled={verdict === 'reject' && reason.trim() === ''}
        onClick={() => void run(act)}
      >
        {t(verdict === 'reject' && kind === 'payout' ? 'rejectPayoutButton' : `${verdict}Button`, amounts)}
      </ActionButton>
    </div>
  )
}

function Facts({ row }: { row: DecisionRow }) {
  const t = useWords('payouts')
  const { payFen, amountFen, resellerId, askedBy, approvedBy } = row
  return (
    <FactRows
      rows={[
        { name: t('toPay'), value: <Money fen={payFen} /> },
        ...(payFen === amountFen ? [] : [{ name: t('colAmount'), value: <Money fen={amountFen} /> }]),
        { name: t('colMethod'), value: t(row.method) },
        { name: t('colReseller'), value: resellerName(row, t('unnamed', { number: resellerId })) },
        { name: t('colAsked'), value: <When at={row.createdAt} /> },
        ...(askedBy === null ? [] : [{ name: t('askedBy'), value: askedBy }]),
        ...(approvedBy === null ? [] : [{ name: t('approver'), value: approvedBy }]),
      ]}
    />
  )
}
