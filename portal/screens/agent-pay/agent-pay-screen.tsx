import { useEffect, useEffectEvent, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'

import { Button } from '../../../ui/components/auth/button.tsx'
import { readQueryParam } from '../../../ui/device/page.ts'
import { OutcomeSign } from '../../features/paying/outcome-step.tsx'
import { PaymentSteps } from '../../features/paying/payment-steps.tsx'
import { SandboxNote } from '../../features/paying/sandbox-note.tsx'
import type { Trade } from '../../features/paying/trade.ts'
import { usePayment } from '../../features/paying/use-payment.ts'
import page from '../../features/sign-in/auth-page.module.css'
import { AuthPage } from '../../features/sign-in/auth-page.tsx'
import { showBrand, useBrand } from '../../state/brand.ts'
import { useWords } from '../../words/language.ts'
import css from './agent-pay.module.css'
import { AmountForm } from './amount-form.tsx'
import { type AgentCard, FindForm } from './find-form.tsx'

/** Anybody can pay a reseller here, without an account. */
export default function AgentPayScreen() {
  const t = useWords('agent-pay')
  return (
    <AuthPage title={t('title')} tagline={t('tagline')}>
      <AgentPay />
      <p className={page.other}>
        {t('isUser')} <Link to="/login">{t('signIn')}</Link>
      </p>
    </AuthPage>
  )
}

export function AgentPay() {
  const t = useWords('agent-pay')
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const payment = usePayment()
  const [kept] = useState(() => readKept(state))
  const [agent, setAgent] = useState<AgentCard | null>(kept?.agent ?? null)
  const [isChanging, setIsChanging] = useState(false)
  usePayeesBrand(agent)
  const isReturned = readQueryParam('out_trade_no', search) !== null && kept === null

  const followKept = useEffectEvent(() => {
    if (kept) payment.follow(billFor(kept.agent, kept.trade.amountFen), kept.trade)
  })
  useEffect(() => followKept(), [])

  const keep = (trade: Trade) =>
    void navigate(pathname + search, { replace: true, state: { payment: { agent, trade } } })
  const startOver = () => {
    payment.startOver()
    void navigate(pathname, { replace: true })
  }

  /**
   * Choosing another reseller: remove the first one from the address, so that neither this page nor a reload asks for
   * it again.
   */
  const change = () => {
    payment.close()
    setAgent(null)
    setIsChanging(true)
    void navigate(pathname, { replace: true })
  }

  if (payment.trade && agent) {
    return (
      <>
        {payment.trade.way.sandbox ? <SandboxNote /> : null}
        <p className={css.to}>{t('paying', { title: agent.title, id: agent.daili_id })}</p>
        <PaymentSteps
          payment={{ ...payment, isOpen: false, startOver, close: startOver }}
          next={{ label: t('payAgain'), onNext: startOver }}
        />
      </>
    )
  }
  if (isReturned) {
    return (
      <>
        <OutcomeSign tone="info" title={t('returnedTitle')} text={t('returnedText')} />
        <Button look="quiet" onClick={startOver}>
          {t('payAgain')}
        </Button>
      </>
    )
  }
  if (!agent) {
    return <FindForm asked={isChanging ? null : readQueryParam('daili_id', search)} onFound={setAgent} />
  }
  return <AmountForm agent={agent} payment={payment} onChange={change} onBegun={keep} />
}

/** The page wears the brand of who is paid, also when its own configuration comes later. */
function usePayeesBrand(agent: AgentCard | null): void {
  const [own] = useState(() => useBrand.getState())
  const shownKey = useBrand(({ key }) => key)
  useEffect(() => {
    if (!agent || agent.daili_id === shownKey) return
    const { daili_id: key, title, icon, accent } = agent
    showBrand({ ...own, key, title, icon, accent })
  }, [agent, own, shownKey])
  useEffect(() => (agent ? () => showBrand(own) : undefined), [agent, own])
}

function billFor({ daili_id }: AgentCard, amountFen: number) {
  return { type: 'daili' as const, daili_id, amountFen }
}

/**
 * Nobody is signed in, so the server cannot find the payment again: the history entry keeps it across a reload and
 * "back".
 */
export type KeptPayment = { agent: AgentCard; trade: Trade }

export function readKept(state: unknown): KeptPayment | null {
  const kept = typeof state === 'object' && state !== null && 'payment' in state ? state.payment : null
  return (kept as KeptPayment | null) ?? null
}
