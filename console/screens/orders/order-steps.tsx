import type { OrderStep } from '../../../contract/console/orders.ts'
import { SaleLink } from '../../features/sale/sale-link.tsx'
import { Money } from '../../features/show/money.tsx'
import { When } from '../../features/show/when.tsx'
import { useWords } from '../../words/language.ts'
import css from './order.module.css'

type Tone = 'good' | 'warn' | 'bad'
const tones: Partial<Record<OrderStep['kind'], Tone>> = {
  payment_paid: 'good',
  settled: 'good',
  commission_confirmed: 'good',
  payment_late: 'warn',
  refund_wished: 'warn',
  refund_asked: 'warn',
  refunded: 'warn',
  wish_declined: 'bad',
  refund_refused: 'bad',
}

/** The order's history, one line per step; ledger postings are folded in. */
export function OrderSteps({ steps }: { steps: readonly OrderStep[] }) {
  const t = useWords('sales')
  return (
    <ol className={css.steps}>
      {steps.map((step, index) => (
        <li key={`${step.kind}${index}`} className={css.step} data-tone={tones[step.kind]}>
          <div className={css.stepHead}>
            <span className={css.stepName}>{t(`step_${step.kind}`)}</span>
            {step.amountFen === null ? null : <Money fen={step.amountFen} />}
          </div>
          <p className={css.stepNote}>
            <When at={step.at} />
            <About step={step} />
          </p>
          {step.reason === null ? null : <p className={css.reason}>{step.reason}</p>}
          {step.legs && step.legs.length > 0 ? <Legs legs={step.legs} /> : null}
        </li>
      ))}
    </ol>
  )
}

function About({ step }: { step: OrderStep }) {
  const t = useWords('sales')
  if (step.paymentId !== null && step.about !== null) {
    return <SaleLink to={`/payments/${step.paymentId}`}>{step.about}</SaleLink>
  }
  if (step.kind === 'settled' && isSource(step.about)) return <span>{t(step.about)}</span>
  return step.about === null ? null : <span>{step.about}</span>
}

function isSource(about: string | null): about is 'balance' | 'platform_merchant' | 'own_merchant' | 'reseller' {
  return about === 'balance' || about === 'platform_merchant' || about === 'own_merchant' || about === 'reseller'
}

const accounts = [
  'user',
  'commission_pending',
  'commission',
  'reseller',
  'receivable',
  'liability',
  'platform',
  'outside',
] as const

function Legs({ legs }: { legs: NonNullable<OrderStep['legs']> }) {
  const t = useWords('sales')
  return (
    <details className={css.legs}>
      <summary>{t('legs')}</summary>
      <ul>
        {legs.map(({ account, amountFen }, index) => (
          <li key={`${account}${index}`} className={css.leg}>
            <span>{t(`account_${accounts.find((known) => known === account) ?? 'other'}`)}</span>
            <Money fen={amountFen} isEntry />
          </li>
        ))}
      </ul>
    </details>
  )
}
