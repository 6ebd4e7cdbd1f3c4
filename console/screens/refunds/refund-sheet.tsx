import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { Refundable } from '../../../contract/console/refunds.ts'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { useIntentKey } from '../../../ui/forms/use-intent-key.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { fenOf } from '../../features/form/fen-of.ts'
import { MoneyInput, Textarea } from '../../features/form/fields.tsx'
import { resellerName } from '../../features/reseller/reseller-name.ts'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { FactRows } from '../../features/show/fact-rows.tsx'
import { Money, moneyText } from '../../features/show/money.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { EffectPart } from './effect-part.tsx'

export type RefundSubject = {
  about: Refundable
  /** The request that a reseller made, if any. */
  wish?: { wishId: number; amountFen: number; reason: string }
}
type Props = { asked: RefundSubject; onClose: () => void; onDone: () => void }

/** One refund: the amount, its effect on the books and on the user, and only then the button. */
export function RefundSheet({ asked: { about, wish }, onClose, onDone }: Props) {
  const t = useWords('refunds')
  const { resellerId, orderId, paymentId, leftFen } = about
  const [yuan, setYuan] = useState<number | string>((wish?.amountFen ?? leftFen) / 100)
  const [reason, setReason] = useState('')
  const amountFen = fenOf(yuan)
  const subject = { resellerId, ...(orderId === null ? { paymentId: paymentId! } : { orderId }), amountFen }
  const intent = useIntentKey()
  const preview = useQuery({
    queryKey: [consoleApi.refunds.preview.path, subject],
    queryFn: () => call(consoleApi.refunds.preview, subject),
    enabled: amountFen > 0 && amountFen <= leftFen,
    retry: false,
  })
  async function act(): Promise<void> {
    const wanted = { ...subject, reason: reason.trim() }
    const { state } = wish
      ? await call(consoleApi.refunds.grant, { wishId: wish.wishId })
      : await call(consoleApi.refunds.make, { ...wanted, key: intent.of(wanted) })
    showMessage(state === 'refused' ? 'error' : 'success', t(`state_${state}`))
    onDone()
  }
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('refundTitle', { name: about.userName ?? about.title })}
      button={t('refundGo', { amount: moneyText(amountFen) })}
      tone="danger"
      isFinal
      disabled={preview.data === undefined || (!wish && reason.trim() === '')}
      act={act}
    >
      <Facts about={about} />
      {wish ? <Callout tone="info">{t('wishReason', { reason: wish.reason })}</Callout> : null}
      {wish ? null : <Fields leftFen={leftFen} yuan={yuan} setYuan={setYuan} reason={reason} setReason={setReason} />}
      {preview.error ? <Callout tone="bad">{failureText(preview.error)}</Callout> : null}
      {preview.data ? <EffectPart effect={preview.data} /> : null}
    </ConfirmSheet>
  )
}

function Facts({ about }: { about: Refundable }) {
  const t = useWords('refunds')
  const { packageName, title, resellerId, paidFen, leftFen, way } = about
  return (
    <FactRows
      rows={[
        { name: t('what'), value: packageName ?? t('topUp') },
        { name: t('reseller'), value: resellerName({ title, resellerId }, t('unnamed', { number: resellerId })) },
        { name: t('paid'), value: <Money fen={paidFen} /> },
        { name: t('left'), value: <Money fen={leftFen} /> },
        { name: t('way'), value: t(`way_${way}`) },
      ]}
    />
  )
}

type FieldsProps = {
  leftFen: number
  yuan: number | string
  setYuan: (yuan: number | string) => void
  reason: string
  setReason: (reason: string) => void
}

function Fields({ leftFen, yuan, setYuan, reason, setReason }: FieldsProps) {
  const t = useWords('refunds')
  return (
    <>
      <MoneyInput
        name="amountFen"
        label={t('amount')}
        min={0.01}
        max={leftFen / 100}
        fixedDecimalScale
        value={yuan}
        onChange={setYuan}
      />
      <Textarea
        name="reason"
        label={t('reason')}
        description={t('reasonHint')}
        maxLength={200}
        autosize
        minRows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </>
  )
}
