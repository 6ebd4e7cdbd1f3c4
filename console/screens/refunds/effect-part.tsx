import { formatBytes } from '../../../contract/bytes.ts'
import type { RefundEffect } from '../../../contract/console/refunds.ts'
import { recordText } from '../../../ui/words/date-text.ts'
import { FactRows } from '../../features/show/fact-rows.tsx'
import { Money } from '../../features/show/money.tsx'
import { useWords } from '../../words/language.ts'
import type { PlainKey } from '../../words/words.ts'
import css from './refunds.module.css'

const known = [
  'user',
  'reseller',
  'receivable',
  'liability',
  'platform',
  'outside',
  'commission',
  'commission_pending',
  'unclaimed',
] as const satisfies readonly PlainKey<'refunds'>[]

/** Every ledger account that would change, and what the user would lose. */
export function EffectPart({ effect: { moves, service } }: { effect: RefundEffect }) {
  const t = useWords('refunds')
  const nameOf = (account: string) => {
    const found = known.find((one) => one === account)
    return found ? t(found) : account
  }
  const bytes = (count: number) => formatBytes(count)
  return (
    <section className={css.effect} aria-label={t('effect')} aria-live="polite">
      <h3 className={css.effectTitle}>{t('effect')}</h3>
      <FactRows
        rows={moves.map(({ account, amountFen }) => ({
          name: nameOf(account),
          value: <Money fen={amountFen} isEntry />,
        }))}
      />
      {service === null ? (
        <p className={css.faint}>{t('keepsAll')}</p>
      ) : (
        <>
          {service.expiresBefore === service.expiresAfter ? null : (
            <p>
              {t('endsEarlier', {
                before: service.expiresBefore ? recordText(service.expiresBefore) : '—',
                after: service.expiresAfter ? recordText(service.expiresAfter) : '—',
              })}
            </p>
          )}
          {service.bytesBefore === service.bytesAfter ? null : (
            <p>{t('lessTraffic', { before: bytes(service.bytesBefore), after: bytes(service.bytesAfter) })}</p>
          )}
        </>
      )}
    </section>
  )
}
