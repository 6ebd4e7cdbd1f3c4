import type { PaymentDetail } from '../../../contract/console/payments.ts'
import { StateWord, type StateTone } from '../../../ui/components/state-word.tsx'
import { Money } from '../../features/show/money.tsx'
import { Section } from '../../features/show/section.tsx'
import { When } from '../../features/show/when.tsx'
import { useWords } from '../../words/language.ts'
import css from './payment.module.css'

const verdicts = ['received', 'settled', 'repeated', 'unconfirmed', 'refund', 'mismatch', 'unknown', 'ignored'] as const
const finds = ['settled', 'repeated', 'mismatch', 'open', 'seen', 'closed', 'unsaid', 'soon'] as const
const tones: Record<string, StateTone> = { settled: 'good', mismatch: 'bad', unconfirmed: 'warn', refund: 'warn' }
const refundTones = { asked: 'busy', done: 'good', refused: 'bad' } as const

/** Notifies that came by themselves, manual queries, and refunds. */
export function PaymentTold({ payment }: { payment: PaymentDetail }) {
  const t = useWords('sales')
  const { notifies, looks, refunds } = payment
  return (
    <div className={css.stack}>
      <Section title={t('noticesTitle')}>
        {notifies.length === 0 ? <p className={css.note}>{t('noNotices')}</p> : null}
        <ul className={css.told}>
          {notifies.map(({ receivedAt, verdict, times, fields }) => (
            <li key={receivedAt + verdict}>
              <div className={css.toldHead}>
                <StateWord tone={tones[verdict] ?? 'off'}>
                  {t(`verdict_${verdicts.find((known) => known === verdict) ?? 'received'}`)}
                </StateWord>
                <span className={css.note}>
                  <When at={receivedAt} />
                  {times > 1 ? ` · ${t('times', { count: times })}` : ''}
                </span>
              </div>
              <dl className={css.fields}>
                {fields.map(({ name, value }) => (
                  <div key={name} className={css.field}>
                    <dt>{name}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </dl>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={t('looksTitle')}>
        {looks.length === 0 ? <p className={css.note}>{t('noLooks')}</p> : null}
        <ul className={css.told}>
          {looks.map(({ at, by, found }) => (
            <li key={at} className={css.toldHead}>
              <span>
                {by} · {t(`found_${finds.find((known) => known === found) ?? 'unsaid'}`)}
              </span>
              <span className={css.note}>
                <When at={at} />
              </span>
            </li>
          ))}
        </ul>
      </Section>
      {refunds.length === 0 ? null : (
        <Section title={t('refundsTitle')}>
          <ul className={css.told}>
            {refunds.map(({ outRequestNo, amountFen, state, createdAt }) => (
              <li key={outRequestNo} className={css.toldHead}>
                <span>
                  <Money fen={amountFen} /> <StateWord tone={refundTones[state]}>{t(`refund_${state}`)}</StateWord>
                </span>
                <span className={css.note}>
                  <When at={createdAt} />
                </span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  )
}
