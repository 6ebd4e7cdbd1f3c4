import { useState } from 'react'

import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { QrCode } from '../../../ui/qr/qr-code.tsx'
import { useWords } from '../../words/language.ts'
import { moneyText } from '../show/money.tsx'
import css from './top-up.module.css'
import { useMoneyMoved } from './use-money-moved.ts'
import { type Trade, useFollow } from './use-top-up.ts'

type Props = { trade: Trade; onStartOver: () => void; onDone: () => void }

/** A code to scan or a page to open, and then the result. */
export function TopUpWait({ trade, onStartOver, onDone }: Props) {
  const t = useWords('money')
  const [foundNothing, setFoundNothing] = useState(false)
  const { state, isAsking, askNow } = useFollow(trade.number, useMoneyMoved())
  if (state?.status === 'paid') {
    return (
      <Outcome tone="good" title={t('paidTitle', { amount: moneyText(state.amountFen) })} text={t('paidText')}>
        <ActionButton fill onClick={onDone}>
          {t('done')}
        </ActionButton>
      </Outcome>
    )
  }
  if (state !== null && state.status !== 'pending') {
    return (
      <Outcome tone="info" title={t('closedTitle')} text={t('closedText')}>
        <ActionButton fill onClick={onStartOver}>
          {t('startOver')}
        </ActionButton>
      </Outcome>
    )
  }
  const look = async () => {
    const { data } = await askNow()
    setFoundNothing(data?.status === 'pending')
  }
  return (
    <div className={css.form}>
      <Way trade={trade} />
      <p className={css.following} role="status">
        {t('following')}
      </p>
      {foundNothing ? <Callout tone="info">{t('notYet')}</Callout> : null}
      <ActionButton tone="quiet" fill busy={isAsking} onClick={() => void look()}>
        {t('followAgain')}
      </ActionButton>
    </div>
  )
}

function Way({ trade: { opened, way } }: { trade: Trade }) {
  const t = useWords('money')
  if (opened === null || way === null) return null
  const { qrCode, payUrl } = opened
  const amountFen = opened.amountFen + opened.feeFen
  // The demo gateway has a page behind its code, so that trying it needs no phone.
  const page = payUrl ?? (way.sandbox && qrCode !== null && /^https?:/.test(qrCode) ? qrCode : null)
  return (
    <div className={css.scan}>
      {qrCode === null ? null : <QrCode text={qrCode} label={t('scanAlt')} />}
      <p>{qrCode === null ? t('openText') : t('scan', { way: way.name, amount: moneyText(amountFen) })}</p>
      {page === null ? null : (
        <a className={css.pageLink} href={page} target="_blank" rel="noopener noreferrer">
          {t('openPage')}
        </a>
      )}
    </div>
  )
}

type OutcomeProps = { tone: 'good' | 'info'; title: string; text: string; children: React.ReactNode }

function Outcome({ tone, title, text, children }: OutcomeProps) {
  return (
    <div className={css.form}>
      <Callout tone={tone}>
        <strong>{title}</strong> {text}
      </Callout>
      {children}
    </div>
  )
}
