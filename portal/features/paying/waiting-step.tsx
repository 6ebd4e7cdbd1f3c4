import type { ReactNode } from 'react'

import { useWords } from '../../words/language.ts'
import type { Trade } from './trade.ts'
import type { Live } from './use-trade-state.ts'
import { Button } from '../../../ui/components/auth/button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { QrCode } from '../../../ui/qr/qr-code.tsx'
import { useCountdown } from '../../../ui/components/use-countdown.ts'
import { BigAmount } from './big-amount.tsx'
import css from './steps.module.css'
import button from '../../../ui/components/auth/button.module.css'
import { brandedAddress } from '../../state/branded-address.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { copyText } from '../../../ui/device/copy-text.ts'
import { LeaveChat } from './leave-chat.tsx'

type Props = { trade: Trade; live: Live; onStartOver: () => void }

export function WaitingStep({ trade, live, onStartOver }: Props) {
  const t = useWords('paying')
  const leftS = useCountdown(trade.payBeforeMs)
  return (
    <div className="gap4">
      <BigAmount label={t('toPay')} fen={trade.amountFen} />
      {leftS > 0 ? <Ways trade={trade} /> : <Callout tone="info">{t('timeOverText')}</Callout>}
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
  const { qrCode, payUrl, way, opensWindow, needsBrowser } = trade
  if (needsBrowser) return <ChatWay wayName={way.name} />
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
      <span role="status">{t(live.isCutOff ? 'cutOff' : leftS > 0 ? 'waiting' : 'timeOver')}</span>
      {leftS > 0 ? <span>{t('timeLeft', { time })}</span> : null}
    </p>
  )
}

type PayLinkProps = { href: string; newWindow: boolean; look: 'filled' | 'quiet'; children: ReactNode }

/** A real link: a tap on it opens the payment page where a script would be refused. */
export function PayLink({ href, newWindow, look, children }: PayLinkProps) {
  const away = newWindow ? { target: '_blank', rel: 'noopener noreferrer' } : {}
  return (
    <a className={`${button.button} ${button[look]}`} href={href} {...away}>
      {children}
    </a>
  )
}

/** In a chat app that does not let this payment page open: on in a real browser, where the payment is found again. */
export function ChatWay({ wayName }: { wayName: string }) {
  const t = useWords('paying')
  const copy = async () => {
    const copied = await copyText(brandedAddress())
    showMessage(copied ? 'success' : 'error', t(copied ? 'pageCopied' : 'pageNotCopied'))
  }
  return (
    <>
      <LeaveChat>{t('chatText', { way: wayName })}</LeaveChat>
      <Button onClick={() => void copy()}>{t('copyPage')}</Button>
    </>
  )
}
