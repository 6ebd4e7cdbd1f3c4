import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { Card } from '../../../ui/components/card.tsx'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { List } from '../../../ui/components/list.tsx'
import { Segments } from '../../../ui/components/segments.tsx'
import { BlockCallout } from '../../features/account/block-callout.tsx'
import { SupportLink } from '../../features/account/support-link.tsx'
import { OpenOrders, useOpenOrders } from '../../features/buying/open-orders.tsx'
import { Connection } from '../../features/lines/connection.tsx'
import { useIsFirst } from '../../features/lines/use-is-first.ts'
import { useReturnedPayment } from '../../features/paying/payment-list.ts'
import { PaymentSheet } from '../../features/paying/payment-sheet.tsx'
import { type Payment, usePayment } from '../../features/paying/use-payment.ts'
import { refreshAccount } from '../../session/refresh-account.ts'
import { useWords } from '../../words/language.ts'
import { makeAttempts, wishKey } from './attempts.ts'
import type { Catalogue, Period, PurchaseChoice } from './catalogue.ts'
import { CheckoutSheet } from './checkout-sheet.tsx'
import { CurrentPackage, Renewal } from './current-package.tsx'
import { PackCard } from './pack-card.tsx'
import css from './packages.module.css'
import { PlanCard } from './plan-card.tsx'
import { commonSaving, firstPeriod, inOrder, isRunning, periodsOf } from './plan-choice.ts'
import { useNowRows } from './quote-facts.tsx'
import { Trials } from './trials.tsx'

const PLAN_ACTIONS = ['new', 'renew', 'upgrade', 'pack'] as const

export function Shop({ catalogue }: { catalogue: Catalogue }) {
  const t = useWords('packages')
  const { items, current } = catalogue
  const plans = inOrder(items, current)
  const packs = items.filter(({ kind }) => kind === 'pack')
  const periods = periodsOf(plans)
  const [chosen, setChosen] = useState<Period | null>(null)
  const period = chosen && periods.includes(chosen) ? chosen : firstPeriod(plans, current)
  const [wish, setWish] = useState<PurchaseChoice | null>(null)
  const [opened, setOpened] = useState(false)
  const [attemptOf] = useState(makeAttempts)
  const payment = useOrderPayment()
  const openOrders = useOpenOrders(PLAN_ACTIONS)
  const choose = (wanted: PurchaseChoice) => {
    setWish(wanted)
    setOpened(true)
  }
  const options = periods.map((value) => {
    const percent = commonSaving(plans, value)
    return { value, label: t(value), note: percent === null ? undefined : t('saved', { percent }) }
  })
  return (
    <div className="page">
      <BlockCallout />
      <CurrentPackage catalogue={catalogue} onChoose={choose} />
      <OpenOrders list={openOrders} onPay={payment.open} />
      {plans.length === 0 ? (
        <Card title={t('plans')}>
          <EmptyPart topic="shop" title={t('emptyTitle')} text={t('emptyText')}>
            <SupportLink />
          </EmptyPart>
        </Card>
      ) : (
        <section className={`page ${css.periods}`} aria-label={t('plans')}>
          {periods.length > 1 ? (
            <Segments label={t('periodLabel')} options={options} value={period} onChange={setChosen} />
          ) : null}
          <div className={css.plans}>
            {plans.map((plan) => (
              <PlanCard key={plan.id} plan={plan} period={period} catalogue={catalogue} onChoose={choose} />
            ))}
          </div>
        </section>
      )}
      <Trials trials={catalogue.trials} />
      <Renewal catalogue={catalogue} />
      {packs.length > 0 ? (
        <Card title={t('packs')}>
          <p className="soft">{t(isRunning(current) ? 'packsText' : 'packsNeedPlan')}</p>
          <List>
            {packs.map((pack) => (
              <PackCard key={pack.id} pack={pack} current={current} onChoose={choose} />
            ))}
          </List>
        </Card>
      ) : null}
      {wish ? (
        <CheckoutSheet
          key={wishKey(wish)}
          wish={wish}
          attempt={attemptOf(wish)}
          opened={opened}
          onClose={() => setOpened(false)}
          onPay={payment.open}
        />
      ) : null}
      <OrderPayment payment={payment} />
    </div>
  )
}

/** Its result says what the user has now, and leads a newcomer on to the first byte. */
function OrderPayment({ payment }: { payment: Payment }) {
  const now = useNowRows()
  const after = useIsFirst() ? <Connection onDone={payment.close} /> : undefined
  return <PaymentSheet payment={payment} rows={now} after={after} />
}

function useOrderPayment() {
  const queries = useQueryClient()
  const payment = usePayment({ onOver: () => refreshAccount(queries) })
  useReturnedPayment(payment, ['package'])
  return payment
}
