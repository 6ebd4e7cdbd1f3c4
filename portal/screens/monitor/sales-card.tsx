import { formatFen } from '../../../contract/money.ts'
import type { MonitorOverview } from '../../../contract/monitor-figures.ts'
import { Card } from '../../../ui/components/card.tsx'
import { useWords } from '../../words/language.ts'
import { MinuteBars } from './minute-bars.tsx'
import css from './sales-card.module.css'

/** Orders and payments per minute in the last hour. */
export function SalesCard({ overview: { sales } }: { overview: MonitorOverview }) {
  const t = useWords('monitor')
  const orders = sales.map((minute) => minute.orders)
  const payments = sales.map((minute) => minute.payments)
  const paid = sales.map((minute) => minute.paid)
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
  const paidFen = sum(sales.map((minute) => minute.paidFen))
  return (
    <Card title={t('sales')}>
      <p className={css.money}>
        <span className={css.amount}>¥{formatFen(paidFen)}</span>
        <span className={css.soft}>{t('revenue')}</span>
      </p>
      <p className={css.name}>
        <span>{t('orders')}</span>
        <span className={css.soft}>{t('ordersHour', { count: sum(orders) })}</span>
      </p>
      <MinuteBars back={orders} front={[]} label={t('ordersBars', { count: sum(orders) })} />
      <p className={css.name}>
        <span>{t('payments')}</span>
        <span className={css.soft}>
          <span className={css.begun}>
            {t('begun')} {sum(payments)}
          </span>
          <span className={css.paid}>
            {t('paid')} {sum(paid)}
          </span>
        </span>
      </p>
      <MinuteBars back={payments} front={paid} label={t('paymentsBars', { count: sum(payments), paid: sum(paid) })} />
    </Card>
  )
}
