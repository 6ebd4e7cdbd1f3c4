import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'

import { consoleApi } from '../../../contract/console/api.ts'
import type { CouponRow, PriceRow } from '../../../contract/console/prices.ts'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { useNow } from '../../../ui/components/use-now.ts'
import { dateText } from '../../../ui/words/date-text.ts'
import { bulkKinds } from '../../features/bulk/bulk-draft.ts'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { moneyText } from '../../features/show/money.tsx'
import { Section } from '../../features/show/section.tsx'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { CouponSheet } from './coupon-sheet.tsx'
import css from './prices.module.css'

/** Coupons, with how often each was used and what it cost the reseller. */
export function Coupons({ rows }: { rows: readonly PriceRow[] }) {
  const t = useWords('prices')
  const mayWrite = useMay()('prices.write')
  const [all, setAll] = useState(false)
  const [isMaking, setMaking] = useState(false)
  const [ending, setEnding] = useState<CouponRow | null>(null)
  const query = useQuery({
    queryKey: [consoleApi.prices.coupons.path, all],
    queryFn: () => call(consoleApi.prices.coupons, { all }),
  })
  const again = () => void query.refetch()
  const add = mayWrite ? (
    <button type="button" className={css.link} onClick={() => setMaking(true)}>
      {t('addCoupon')}
    </button>
  ) : null
  return (
    <Section title={t('couponsTitle')} end={add}>
      <Loaded query={query} failed={t('loadFailed')} bones={<Bones count={2} height={56} />}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyPart topic="shop" title={t('couponsEmpty')} text={t('couponsEmptyText')} />
          ) : (
            <ul>
              {rows.map((row) => (
                <Coupon key={row.couponId} row={row} onEnd={mayWrite ? setEnding : null} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <button type="button" className={css.link} onClick={() => setAll(!all)}>
        {t(all ? 'hideOver' : 'showOver')}
      </button>
      {isMaking ? <CouponSheet rows={rows} onClose={() => setMaking(false)} onDone={again} /> : null}
      <ConfirmSheet
        opened={ending !== null}
        onClose={() => setEnding(null)}
        title={t('endTitle', { code: ending?.code ?? '' })}
        button={t('endGo')}
        tone="danger"
        act={async () => {
          await call(consoleApi.prices.endCoupon, { code: ending!.code })
          showMessage('success', t('ended'))
          again()
        }}
      >
        <p>{t('endText')}</p>
      </ConfirmSheet>
    </Section>
  )
}

function Coupon({ row, onEnd }: { row: CouponRow; onEnd: ((row: CouponRow) => void) | null }) {
  const t = useWords('prices')
  const nowMs = useNow()
  const maySend = bulkKinds(useMay()).includes('notice') && row.userName === null
  const { code, percent, amountFen, uses, usesMax, costFen, endsAt } = row
  const isOver = endsAt !== null && Date.parse(endsAt) <= nowMs
  const off = percent === null ? t('amountOff', { amount: moneyText(amountFen ?? 0) }) : t('percentOff', { percent })
  const use = usesMax === null ? t('usedTimes', { count: uses }) : t('usedOf', { count: uses, max: usesMax })
  const ends = isOver ? t('ended') : endsAt === null ? t('forever') : t('until', { date: dateText(endsAt) })
  const facts = [row.packageName ?? t('anyPackage'), row.userName, ends].filter(Boolean)
  return (
    <li className={css.coupon} data-over={isOver}>
      <span className={css.couponHead}>
        <span className={css.code}>{code}</span>
        <span className={css.faint}>
          {off} · {facts.join(' · ')}
        </span>
      </span>
      <span className={css.couponUse}>
        <span>{use}</span>
        <span className={css.faint}>{t('couponCost', { amount: moneyText(costFen) })}</span>
      </span>
      {isOver || !maySend ? null : (
        <Link className={css.quiet} to={`/bulk?make=notice&coupon=${code}`}>
          {t('sendCoupon')}
        </Link>
      )}
      {onEnd && !isOver ? (
        <button type="button" className={css.quiet} onClick={() => onEnd(row)}>
          {t('endCoupon')}
        </button>
      ) : null}
    </li>
  )
}
