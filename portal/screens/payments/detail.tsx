import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createPortal } from 'react-dom'

import { api } from '../../../contract/api.ts'
import { formatFen } from '../../../contract/money.ts'
import type { PaymentItem } from '../../../contract/payments.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Mark } from '../../../ui/components/list.tsx'
import { Rows, type Row } from '../../../ui/components/rows.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { saveBlob } from '../../../ui/device/copy-or-save.ts'
import { call } from '../../../ui/http/client.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useCopy } from '../../features/account/use-copy.ts'
import { useCancelPayment } from '../../features/paying/payment-list.ts'
import { BigAmount } from '../../features/paying/payment-steps.tsx'
import { refreshAccount } from '../../session/refresh-account.ts'
import { useBrand } from '../../state/brand.ts'
import { useWords } from '../../words/language.ts'
import css from './detail.module.css'
import { shownState, purposeWords, tones } from './payment-state.ts'
import { drawReceipt } from './receipt-picture.ts'
import { useFactRows } from './use-fact-rows.ts'

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
        <BigAmount label={item.goods ?? t(purposeWords[item.type])} fen={item.amountFen} />
        <Mark tone={tones[state]}>{t(state)}</Mark>
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
      {isPaid ? <Receipt item={item} rows={rows} /> : null}
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

/** Support asks for this number. */
function CopyNumber({ number }: { number: string }) {
  const t = useWords('payments')
  const copy = useCopy()
  return (
    <ActionButton fill tone="quiet" onClick={() => void copy(number)}>
      {t('copyNumber')}
    </ActionButton>
  )
}

/** The same receipt as a picture to keep and on paper. */
function Receipt({ item, rows }: { item: PaymentItem; rows: readonly Row[] }) {
  const t = useWords('payments')
  const brand = useBrand((state) => state.title)
  const [picture, setPicture] = useState<string | null>(null)
  const title = t('receiptFrom', { brand })
  const note = t(item.payType.sandbox ? 'receiptSandbox' : 'receiptNote')
  const what = { name: t('what'), value: item.goods ?? t(purposeWords[item.type]) }
  const amount = { name: t('amount'), value: `¥${formatFen(item.amountFen)}` }
  const state = { name: t('state'), value: t(shownState(item)) }
  function save(): void {
    const facts = { title, amount: amount.value, state: state.value, rows: [what, ...rows], note }
    const canvas = drawReceipt(facts)
    if (!canvas) return
    // Web views drop a download; there the picture is saved by a long press.
    setPicture(canvas.toDataURL('image/png'))
    canvas.toBlob((blob) => blob && saveBlob(`${item.out_trade_no}.png`, blob), 'image/png')
  }
  return (
    <>
      {picture ? (
        <figure className={css.picture}>
          <img src={picture} alt={title} />
          <figcaption>{t('pictureHint')}</figcaption>
        </figure>
      ) : (
        <ActionButton fill tone="quiet" onClick={save}>
          {t('picture')}
        </ActionButton>
      )}
      <PrintedReceipt title={title} rows={[what, amount, state, ...rows]} note={note} />
    </>
  )
}

type PrintedProps = { title: string; rows: readonly Row[]; note: string }

/** Only on paper, and alone there. Outside the page's own tree, so that everything else can be hidden. */
function PrintedReceipt({ title, rows, note }: PrintedProps) {
  return createPortal(
    <section className={css.receipt} aria-hidden="true">
      <h1 className={css.title}>{title}</h1>
      <Rows rows={rows} />
      <p className={css.note}>{note}</p>
    </section>,
    document.body,
  )
}

/** Asks the provider again about a payment. */
export function useRecheck() {
  const t = useWords('payments')
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ out_trade_no }: PaymentItem) => call(api.payments.check, { out_trade_no }),
    onSuccess: async ({ status }, item) => {
      if (status === 'pending') return showMessage('info', t('stillPending'))
      if (status === 'closed') showMessage('info', t(item.status === 'closed' ? 'stillClosed' : 'nowClosed'))
      if (status === 'paid') showMessage('success', t('nowPaid'))
      await refreshAccount(queries)
    },
    onError: (error) => showMessage('error', failureText(error)),
  })
}
