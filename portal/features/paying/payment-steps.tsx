import { useState, type ReactNode } from 'react'

import { formatFen } from '../../../contract/money.ts'
import type { PayType } from '../../../contract/payments.ts'
import button from '../../../ui/components/auth/button.module.css'
import { Button } from '../../../ui/components/auth/button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import type { Row } from '../../../ui/components/rows.tsx'
import { StepRoom } from '../../../ui/components/step-room.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { useCountdown } from '../../../ui/components/use-countdown.ts'
import { nameChatApp } from '../../../ui/device/chat-app.ts'
import { copyText } from '../../../ui/device/copy-or-save.ts'
import { QrCode } from '../../../ui/qr/qr-code.tsx'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useWords } from '../../words/language.ts'
import { CoinBill, CoinSeen } from './coin-step.tsx'
import { LeaveChat } from './leave-chat.tsx'
import { type Next, OutcomeStep } from './outcome-step.tsx'
import css from './steps.module.css'
import type { Bill, Trade } from './trade.ts'
import type { Payment } from './use-payment.ts'
import type { Live } from './use-trade-state.ts'
import { WayChoice } from './way-choice.tsx'
import { wayFor, withFee } from './way-note.ts'

type Props = {
  payment: Payment
  next?: Next | undefined
  rows?: readonly Row[]
  after?: ReactNode
  cancelOrder?: ReactNode
}

/** A payment at any stage. */
export function PaymentSteps(props: Props) {
  const { trade, live } = props.payment
  const step = !trade ? 'choose' : !live.state || live.state.status === 'pending' ? 'waiting' : live.state.status
  return (
    <StepRoom step={step} isResult={step !== 'choose' && step !== 'waiting'}>
      <Step {...props} />
    </StepRoom>
  )
}

function Step({ payment, ...rest }: Props) {
  const { bill, trade, live } = payment
  if (!bill) return null
  if (!trade) return <ChooseStep payment={payment} bill={bill} />
  if (!live.state || live.state.status === 'pending') {
    return <WaitingStep trade={trade} live={live} onStartOver={payment.startOver} />
  }
  return <OutcomeStep payment={payment} bill={bill} state={live.state} {...rest} />
}

type ChooseStepProps = { payment: Payment; bill: Bill }

function ChooseStep({ payment, bill }: ChooseStepProps) {
  const t = useWords('paying')
  const [chosen, setChosen] = useState<PayType | null>(null)
  const types = payment.ways.state === 'ready' ? payment.ways.types : []
  const way = wayFor(types, (chosen ?? payment.tried)?.id ?? null, bill.amountFen)
  const dueFen = withFee(bill.amountFen, way)
  return (
    <div className="gap4">
      <BigAmount label={t('toPay')} fen={dueFen} />
      <FeeNote fen={dueFen - bill.amountFen} />
      <PartNote fen={'balanceFen' in bill ? (bill.balanceFen ?? 0) : 0} />
      <WayChoice ways={payment.ways} amountFen={bill.amountFen} chosenId={way?.id ?? null} onChoose={setChosen} />
      {payment.failure ? <PayFailure error={payment.failure} /> : null}
      {way ? (
        <Button busy={payment.isBusy} onClick={() => payment.pay(bill, way)}>
          {payment.isBusy ? t('starting') : t('payNow', { amount: `¥${formatFen(dueFen)}` })}
        </Button>
      ) : null}
    </div>
  )
}

type WaitingProps = { trade: Trade; live: Live; onStartOver: () => void }

function WaitingStep({ trade, live, onStartOver }: WaitingProps) {
  const t = useWords('paying')
  const leftS = useCountdown(trade.payBeforeMs)
  if (live.state?.isSeen) {
    return (
      <div className="gap4">
        <BigAmount label={t('coinOnWay')} fen={trade.amountFen + trade.feeFen} />
        <CoinSeen />
        <Button look="quiet" busy={live.isChecking} onClick={live.checkNow}>
          {live.isChecking ? t('checking') : t('coinCheck')}
        </Button>
      </div>
    )
  }
  return (
    <div className="gap4">
      <BigAmount label={t('toPay')} fen={trade.amountFen + trade.feeFen} />
      <FeeNote fen={trade.feeFen} />
      <PartNote fen={trade.balanceFen} />
      {leftS > 0 && !live.isUnsure ? <Ways trade={trade} /> : null}
      {leftS > 0 ? null : <Callout tone="info">{t('timeOverText')}</Callout>}
      <LiveLine live={live} leftS={leftS} />
      {live.foundNothing ? <Callout tone="info">{t(live.isCutOff ? 'notYetCutOff' : 'notYet')}</Callout> : null}
      <div className="gap2">
        {leftS > 0 ? null : <Button onClick={onStartOver}>{t('again')}</Button>}
        <Button look="quiet" busy={live.isChecking} onClick={live.checkNow}>
          {live.isChecking ? t('checking') : t('paidCheck')}
        </Button>
      </div>
    </div>
  )
}

/** A code to scan, or a page to open. */
function Ways({ trade }: { trade: Trade }) {
  const t = useWords('paying')
  const { qrCode, payUrl, way, opensWindow, needsBrowser, quote } = trade
  if (quote && quote.address !== null) {
    return (
      <>
        <CoinBill quote={quote} address={quote.address} />
        {payUrl ? (
          <PayLink href={payUrl} newWindow={opensWindow} look="quiet">
            {t('openSandbox')}
          </PayLink>
        ) : null}
      </>
    )
  }
  if (needsBrowser) return <ChatWay wayName={way.name} outTradeNo={trade.outTradeNo} />
  if (qrCode !== null) {
    return (
      <div className={css.scan}>
        <QrCode text={qrCode} label={t('scanAlt')} />
        <p>{t('scan', { way: way.name })}</p>
        {payUrl ? (
          <PayLink href={payUrl} newWindow={opensWindow} look="filled">
            {way.sandbox ? t('openSandbox') : t('openPage', { way: way.name })}
          </PayLink>
        ) : null}
      </div>
    )
  }
  if (payUrl === null) return null
  return (
    <>
      <PayLink href={payUrl} newWindow={opensWindow} look="filled">
        {t('openPage', { way: way.name })}
      </PayLink>
      {quote ? <p className={css.text}>{t('inMoney', { unit: quote.unit, amount: quote.amount })}</p> : null}
      <p className={css.text}>{t(opensWindow ? 'openText' : 'jumpText')}</p>
    </>
  )
}

function LiveLine({ live, leftS }: { live: Live; leftS: number }) {
  const t = useWords('paying')
  const time = `${Math.floor(leftS / 60)}:${String(leftS % 60).padStart(2, '0')}`
  return (
    <p className={css.live}>
      <span className={css.pulse} data-cut={live.isCutOff} aria-hidden="true" />
      <span role="status">
        {t(live.isCutOff ? 'cutOff' : live.isUnsure ? 'checking' : leftS > 0 ? 'waiting' : 'timeOver')}
      </span>
      {leftS > 0 ? <span>{t('timeLeft', { time })}</span> : null}
    </p>
  )
}

type PayLinkProps = { href: string; newWindow: boolean; look: 'filled' | 'quiet'; children: ReactNode }

/** A real link: tapping it opens the payment page in browsers that refuse a script. */
function PayLink({ href, newWindow, look, children }: PayLinkProps) {
  const away = newWindow ? { target: '_blank', rel: 'noopener noreferrer' } : {}
  return (
    <a className={`${button.button} ${button[look]}`} href={href} {...away}>
      {children}
    </a>
  )
}

/** For a chat app that blocks this payment page: continue in a real browser, which finds the payment again. */
function ChatWay({ wayName, outTradeNo }: { wayName: string; outTradeNo: string }) {
  const t = useWords('paying')
  const copy = async () => {
    // The address that the app's own menu would open.
    const copied = await copyText(location.href)
    showMessage(copied ? 'success' : 'error', t(copied ? 'pageCopied' : 'pageNotCopied'))
  }
  return (
    <>
      <LeaveChat outTradeNo={outTradeNo} hasArrow>
        {t('chatText', { app: nameChatApp(t('wechat')), way: wayName })}
      </LeaveChat>
      <Button onClick={() => void copy()}>{t('copyPage')}</Button>
    </>
  )
}

function FeeNote({ fen }: { fen: number }) {
  const t = useWords('paying')
  return fen > 0 ? <p className={css.text}>{t('feeIn', { amount: `¥${formatFen(fen)}` })}</p> : null
}

/** What the balance pays beside it: in yuan too, since a sheet has one currency. */
function PartNote({ fen }: { fen: number }) {
  return fen > 0 ? <FromBalance fen={fen} /> : null
}

/** A separate component: only somebody with an account here has a balance, and its words. */
function FromBalance({ fen }: { fen: number }) {
  const t = useWords('paying')
  return <p className={css.text}>{t('withBalance', { amount: `¥${formatFen(fen)}` })}</p>
}

/** Amount for a payment app: always yuan, whatever the brand calls its balance. */
export function BigAmount({ label, fen }: { label: string; fen: number }) {
  return (
    <p className={css.amount}>
      <span className="soft">{label}</span>
      <span className={css.figure}>
        <span className={css.unit}>¥</span>
        {formatFen(fen)}
      </span>
    </p>
  )
}

/** A payment that could not start. Starting one charges nothing, whatever happens to it. */
export function PayFailure({ error }: { error: unknown }) {
  const t = useWords('paying')
  return (
    <Callout tone="bad">
      {failureText(error)}
      <br />
      {t('nothingCharged')}
    </Callout>
  )
}
