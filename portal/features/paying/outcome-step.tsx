import type { ReactNode } from 'react'

import { formatFen } from '../../../contract/money.ts'
import type { PaymentState } from '../../../contract/payments.ts'
import { Button } from '../../../ui/components/auth/button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { Glyph } from '../../../ui/components/glyph.tsx'
import { type Row, Rows } from '../../../ui/components/rows.tsx'
import { useIsFishCoin } from '../../state/reseller-facts.ts'
import { useWords } from '../../words/language.ts'
import css from './steps.module.css'
import { type Bill, type Outcome, outcomeOf } from './trade.ts'
import type { Payment } from './use-payment.ts'

export type Next = { label: string; onNext: () => void }
type Props = {
  payment: Payment
  bill: Bill
  state: PaymentState
  next?: Next | undefined
  /** What the payer has now, if it was paid for that. */
  rows?: readonly Row[]
  /** Stands in place of the next step after payment. */
  after?: ReactNode
  /** Ends the order that the payer did not want to pay; nobody has one who pays without an account. */
  cancelOrder?: ReactNode
}

const titles = { paid: 'paidTitle', late: 'lateTitle', closed: 'closedTitle', refunded: 'refundedTitle' } as const
const paidTexts = { user: 'topUpPaid', package: 'orderPaid', agency: 'agencyPaid', daili: 'agentPaid' } as const
const otherTexts = { late: 'lateText', closed: 'closedText', refunded: 'refundedText' } as const

export function OutcomeStep({ payment, bill, state, next, rows = [], after, cancelOrder }: Props) {
  const t = useWords('paying')
  const outcome = outcomeOf(bill, state)
  // A first plan: what was paid lies behind a word, since the reader wants to get on.
  const isWelcome = outcome === 'paid' && after !== undefined
  const isCancelled = outcome === 'closed' && wasCancelled(payment)
  const outcomeRows = <OutcomeRows payment={payment} bill={bill} state={state} rows={outcome === 'paid' ? rows : []} />
  return (
    <div className="gap4">
      <OutcomeSign
        tone={outcome === 'paid' || outcome === 'late' ? 'good' : 'info'}
        title={t(isWelcome ? 'paidNext' : isCancelled ? 'cancelledTitle' : titles[outcome])}
        text={
          isWelcome
            ? ''
            : isCancelled
              ? t('cancelledText')
              : outcome === 'paid'
                ? t(paidTexts[bill.type])
                : t(otherTexts[outcome])
        }
      />
      {isWelcome ? after : outcomeRows}
      {outcome === 'closed' && payment.live.foundNothing ? <Callout tone="info">{t('notYet')}</Callout> : null}
      {isWelcome ? <Folded>{outcomeRows}</Folded> : null}
      <OutcomeActions payment={payment} outcome={outcome} next={next} isWelcome={isWelcome} cancelOrder={cancelOrder} />
    </div>
  )
}

/** Closed while there was still time to pay: the payer said no at the gateway. */
function wasCancelled({ trade }: Payment): boolean {
  return trade !== null && Date.now() < trade.payBeforeMs
}

type ActionProps = {
  payment: Payment
  outcome: Outcome
  next: Next | undefined
  isWelcome: boolean
  cancelOrder: ReactNode
}

/** One main button: the next step, or back. */
function OutcomeActions({ payment, outcome, next, isWelcome, cancelOrder }: ActionProps) {
  const t = useWords('paying')
  const { live, startOver, close } = payment
  if (outcome === 'closed') {
    return (
      <div className="gap2">
        <Button onClick={startOver}>{t('again')}</Button>
        {wasCancelled(payment) ? cancelOrder : null}
        <Button look="quiet" busy={live.isChecking} onClick={live.checkNow}>
          {live.isChecking ? t('checking') : t('paidCheck')}
        </Button>
      </div>
    )
  }
  // What comes next has its own button.
  if (isWelcome) return null
  if (outcome === 'paid' && next) {
    return (
      <div className="gap2">
        <Button onClick={next.onNext}>{next.label}</Button>
        {payment.isOpen ? (
          <Button look="quiet" onClick={close}>
            {t('done')}
          </Button>
        ) : null}
      </div>
    )
  }
  return <Button onClick={close}>{t('done')}</Button>
}

function OutcomeRows({ payment, bill, state, rows: now = [] }: Omit<Props, 'next' | 'after' | 'cancelOrder'>) {
  const t = useWords('paying')
  const { trade, balanceFen } = payment
  const rows = [
    ...now,
    { name: t('amount'), value: `¥${formatFen(state.amountFen)}` },
    ...(state.feeFen > 0 ? [{ name: t('fee'), value: `¥${formatFen(state.feeFen)}` }] : []),
    ...(state.balanceFen > 0 && state.creditedTo === 'order'
      ? [{ name: t('fromBalance'), value: `¥${formatFen(state.balanceFen)}` }]
      : []),
    ...(trade
      ? [
          { name: t('way'), value: trade.way.name },
          { name: t('number'), value: trade.outTradeNo },
        ]
      : []),
  ]
  return (
    <div>
      <Rows rows={rows} />
      {state.status === 'paid' && bill.type !== 'daili' && balanceFen !== 0 ? <BalanceNow fen={balanceFen} /> : null}
    </div>
  )
}

/** A separate component: somebody who pays a reseller without an account has no balance here and lacks its words. */
function BalanceNow({ fen }: { fen: number | null }) {
  const t = useWords('paying')
  // The name says the unit: the rest of the sheet is in yuan.
  const sign = useIsFishCoin() ? '' : '¥'
  return (
    <p className={css.balance}>
      <span>{t('balanceNow')}</span>
      <span className={css.balanceFigure}>{fen === null ? '…' : `${sign}${formatFen(fen)}`}</span>
    </p>
  )
}

/** Behind a word: number, way and amounts, for who looks for them. */
export function Folded({ children }: { children: ReactNode }) {
  const t = useWords('base')
  return (
    <details className={css.folded}>
      <summary>{t('details')}</summary>
      {children}
    </details>
  )
}

type OutcomeSignProps = { tone: 'good' | 'info'; title: string; text: string }

export function OutcomeSign({ tone, title, text }: OutcomeSignProps) {
  return (
    <div className={css.outcome} role="status">
      <span className={`${css.sign} ${css[tone]}`}>
        <Glyph name={tone === 'good' ? 'check' : 'info'} size={32} />
      </span>
      <p className={css.title}>{title}</p>
      {text === '' ? null : <p className={css.outcomeSignText}>{text}</p>}
    </div>
  )
}
