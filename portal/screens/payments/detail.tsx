import type { PaymentItem } from '../../../contract/payments.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { BigAmount } from '../../features/paying/big-amount.tsx'
import { Rows } from '../../../ui/components/rows.tsx'
import { useCopy } from '../../features/account/use-copy.ts'
import { useWords } from '../../words/language.ts'
import { useCancelPayment } from '../../features/paying/payment-list.ts'
import css from './detail.module.css'
import { shownState, purposeWords } from './payment-state.ts'
import { PrintedReceipt } from './printed-receipt.tsx'
import { StateChip } from './state-chip.tsx'
import { useFactRows } from './use-fact-rows.ts'
import { useRecheck } from './use-recheck.ts'

const texts = {
  pending: 'pendingText',
  confirming: 'confirmingText',
  closed: 'closedText',
  late: 'lateText',
  refunded: 'refundedText',
  partlyRefunded: 'refundedText',
  paid: null,
} as const

type Props = { item: PaymentItem; onResume: (item: PaymentItem) => void }

export function Detail({ item, onResume }: Props) {
  const t = useWords('payments')
  const rows = useFactRows(item)
  const { mutate, isPending } = useRecheck()
  const state = shownState(item)
  const text = texts[state]
  const isPaid = item.paidAt !== null
  return (
    <div className="gap4">
      <div className={css.top}>
        <BigAmount label={t(purposeWords[item.type])} fen={item.amountFen} />
        <StateChip state={state} />
        {text ? <p className={css.text}>{t(text)}</p> : null}
      </div>
      <Rows rows={rows} />
      <div className={css.actions}>
        {state === 'pending' ? (
          <div className={css.main}>
            <ActionButton fill onClick={() => onResume(item)}>
              {t('goOn')}
            </ActionButton>
          </div>
        ) : null}
        {isPaid ? (
          <ActionButton fill tone="quiet" onClick={() => window.print()}>
            {t('print')}
          </ActionButton>
        ) : (
          <ActionButton fill tone="quiet" busy={isPending} onClick={() => mutate(item)}>
            {t('recheck')}
          </ActionButton>
        )}
        <CopyNumber number={item.out_trade_no} />
        {state === 'pending' ? <GiveUp number={item.out_trade_no} /> : null}
      </div>
      {isPaid ? <PrintedReceipt item={item} rows={rows} /> : null}
    </div>
  )
}

function GiveUp({ number }: { number: string }) {
  const t = useWords('paying')
  const { mutate, isPending } = useCancelPayment()
  return (
    <div className={css.main}>
      <ActionButton fill tone="dangerQuiet" busy={isPending} onClick={() => mutate(number)}>
        {t('cancel')}
      </ActionButton>
    </div>
  )
}

/** Support asks for it. */
function CopyNumber({ number }: { number: string }) {
  const t = useWords('payments')
  const copy = useCopy()
  return (
    <ActionButton fill tone="quiet" onClick={() => void copy(number)}>
      {t('copyNumber')}
    </ActionButton>
  )
}
