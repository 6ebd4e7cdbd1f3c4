import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { StuckPayment } from '../../../contract/console/confirm.ts'
import type { GatewayWord } from '../../../contract/console/payments.ts'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { AskGateway } from '../sale/ask-gateway.tsx'
import { Money } from '../show/money.tsx'
import { Section } from '../show/section.tsx'
import { TextButton } from '../show/text-button.tsx'
import { When } from '../show/when.tsx'
import { AnswerSheet } from './answer-sheet.tsx'
import { CancelSheet } from './cancel-sheet.tsx'
import { ConfirmSheet } from './confirm-payment-sheet.tsx'
import css from './stuck.module.css'

type Deed = { row: StuckPayment; what: 'confirm' | 'answer' | 'cancel' } | { row: null; what: 'confirm' }

/** Money that is under way and has brought no goods yet. Not there as long as there is none. */
export function StuckPart({ isPlatform = false }: { isPlatform?: boolean }) {
  const t = useWords('stuck')
  const may = useMay()
  const route = isPlatform ? consoleApi.platformStuckPayments.list : consoleApi.stuckPayments.list
  const query = useQuery({ queryKey: [route.path], queryFn: () => call(route, {}) })
  const [asked, setAsked] = useState<Deed | null>(null)
  const mayConfirm = may('payments.confirm')
  const again = () => void query.refetch()
  if (query.isError) return <p className={css.faint}>{failureText(query.error)}</p>
  const { rows = [], merchants = [] } = query.data ?? {}
  const loose =
    mayConfirm && merchants.length > 0 ? (
      <TextButton tone="quiet" onClick={() => setAsked({ row: null, what: 'confirm' })}>
        {t('credit')}
      </TextButton>
    ) : null
  return (
    <>
      {rows.length > 0 ? (
        <Section title={t('title', { count: rows.length })} text={t('text')} end={loose}>
          <ul>
            {rows.map((row) => (
              <StuckRow
                key={row.paymentId ?? `confirmation ${row.confirmationId}`}
                row={row}
                isPlatform={isPlatform}
                onAsked={again}
                onDeed={(what) => setAsked({ row, what })}
              />
            ))}
          </ul>
        </Section>
      ) : loose ? (
        <p className={css.loose}>{loose}</p>
      ) : null}
      {asked?.what === 'confirm' ? (
        <ConfirmSheet
          row={asked.row}
          merchants={merchants}
          isPlatform={isPlatform}
          onClose={() => setAsked(null)}
          onDone={(state) => {
            showMessage('success', t(state === 'done' ? 'confirmed' : 'askedSecond'))
            again()
          }}
        />
      ) : null}
      {asked?.what === 'answer' ? (
        <AnswerSheet row={asked.row} isPlatform={isPlatform} onClose={() => setAsked(null)} onDone={again} />
      ) : null}
      {asked?.what === 'cancel' ? (
        <CancelSheet row={asked.row} isPlatform={isPlatform} onClose={() => setAsked(null)} onDone={again} />
      ) : null}
    </>
  )
}

type RowProps = {
  row: StuckPayment
  isPlatform: boolean
  onAsked: () => void
  onDeed: (what: 'confirm' | 'answer' | 'cancel') => void
}

function StuckRow({ row, isPlatform, onAsked, onDeed }: RowProps) {
  const t = useWords('stuck')
  const may = useMay()
  const deed = row.confirmationId === null ? 'confirm' : 'answer'
  return (
    <li className={css.row}>
      <span className={css.words}>
        <strong>{row.userName ?? t('nobody')}</strong>
        <span>
          <StateWord tone={deed === 'confirm' ? 'warn' : 'busy'}>
            {deed === 'confirm' ? t(`said_${row.said}`) : t('waitsSecond', { name: row.askedBy ?? '' })}
          </StateWord>
        </span>
        <span className={css.faint}>
          {t(`provider.${row.provider}`)} · {row.outTradeNo ?? t('noOrder')} · <When at={row.createdAt} ago />
        </span>
      </span>
      <Money fen={row.amountFen} />
      <span className={css.deeds}>
        {row.paymentId !== null && may('orders.ask') ? (
          <AskGateway ask={() => askAbout(row, isPlatform)} onDone={onAsked} />
        ) : null}
        {row.state === 'pending' && row.confirmationId === null && may('orders.ask') ? (
          <TextButton tone="quiet" onClick={() => onDeed('cancel')}>
            {t('cancel')}
          </TextButton>
        ) : null}
        {may('payments.confirm') && row.isOwnMerchant !== isPlatform ? (
          <TextButton onClick={() => onDeed(deed)}>{t(deed)}</TextButton>
        ) : null}
      </span>
    </li>
  )
}

function askAbout({ paymentId, resellerId }: StuckPayment, isPlatform: boolean): Promise<GatewayWord> {
  const wish = { paymentId: paymentId! }
  return isPlatform
    ? call(consoleApi.platformStuckPayments.ask, { ...wish, resellerId })
    : call(consoleApi.payments.ask, wish)
}
