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
import { loadChunk } from '../../../ui/http/load-chunk.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useCopy } from '../../features/account/use-copy.ts'
import { useCancelPayment } from '../../features/paying/payment-list.ts'
import { BigAmount } from '../../features/paying/payment-steps.tsx'
import { refreshAccount } from '../../session/refresh-account.ts'
import { useBrand } from '../../state/brand.ts'
import { useKnownInfo } from '../../state/known-info.ts'
import { useWords } from '../../words/language.ts'
import css from './detail.module.css'
import { shownState, purposeWords, tones } from './payment-state.ts'
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

/** `receiptText`: what the reseller writes below its receipts. */
type Props = { item: PaymentItem; receiptText: string; onResume: (item: PaymentItem) => void }

export function Detail({ item, receiptText, onResume }: Props) {
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
      {isPaid && receiptText !== '' ? <p className={css.own}>{receiptText}</p> : null}
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
      {isPaid ? <Receipt item={item} rows={rows} text={receiptText} /> : null}
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
function Receipt({ item, rows, text }: { item: PaymentItem; rows: readonly Row[]; text: string }) {
  const t = useWords('payments')
  const brand = useBrand((state) => state.title)
  const [picture, setPicture] = useState<string | null>(null)
  const title = t('receiptFrom', { brand })
  const note = t(item.payType.sandbox ? 'receiptSandbox' : 'receiptNote')
  const what = { name: t('what'), value: item.goods ?? t(purposeWords[item.type]) }
  const amount = { name: t('amount'), value: `¥${formatFen(item.amountFen)}` }
  const state = { name: t('state'), value: t(shownState(item)) }
  async function save(): Promise<void> {
    const { drawReceipt } = await loadChunk(() => import('./receipt-picture.ts'))
    const facts = { title, amount: amount.value, state: state.value, rows: [what, ...rows], note, text }
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
        <ActionButton
          fill
          tone="quiet"
          onClick={() => void save().catch(() => showMessage('error', t('pictureFailed')))}
        >
          {t('picture')}
        </ActionButton>
      )}
      <MailReceipt number={item.out_trade_no} />
      <PrintedReceipt title={title} rows={[what, amount, state, ...rows]} note={note} text={text} />
    </>
  )
}

/** To the address that the user has proved; without one there is nothing to press. */
function MailReceipt({ number }: { number: string }) {
  const t = useWords('payments')
  const email = useKnownInfo((info) => (info.emailVerified ? info.email : null))
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () => call(api.payments.mailReceipt, { out_trade_no: number }),
    onSuccess: () => showMessage('success', t('mailed', { address: email ?? '' })),
    onError: (error) => showMessage('error', failureText(error)),
  })
  if (email === null) return null
  return (
    <ActionButton fill tone="quiet" busy={isPending} disabled={isSuccess} onClick={() => mutate()}>
      {isSuccess ? t('mailedTo', { address: email }) : t('mail')}
    </ActionButton>
  )
}

type PrintedProps = { title: string; rows: readonly Row[]; note: string; text: string }

/** Only on paper, and alone there. Outside the page's own tree, so that everything else can be hidden. */
function PrintedReceipt({ title, rows, note, text }: PrintedProps) {
  return createPortal(
    <section className={css.receipt} aria-hidden="true">
      <h1 className={css.title}>{title}</h1>
      <Rows rows={rows} />
      {text === '' ? null : <p className={css.own}>{text}</p>}
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
