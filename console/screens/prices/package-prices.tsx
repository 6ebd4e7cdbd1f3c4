import { formatBytes } from '../../../contract/bytes.ts'
import type { PriceRow } from '../../../contract/console/prices.ts'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { dateText } from '../../../ui/words/date-text.ts'
import { Money, moneyText } from '../../features/show/money.tsx'
import { useWords } from '../../words/language.ts'
import { offerState } from './offer-state.ts'
import { marginPercent } from './price-outcome.ts'
import css from './prices.module.css'
import { Specials } from './specials.tsx'

type Props = {
  rows: PriceRow[]
  mayWrite: boolean
  onPrice: (row: PriceRow) => void
  onSwitch: (row: PriceRow) => void
  onSpecial: (row: PriceRow) => void
  onDone: () => void
}

/** One package: the cost, retail price and margin of each period. */
export function PackagePrices({ rows, mayWrite, onPrice, onSwitch, onSpecial, onDone }: Props) {
  const t = useWords('prices')
  const { packageName, kind, trafficBytes, trialDays } = rows[0]!
  if (trialDays !== null) return <TrialPrice row={rows[0]!} mayWrite={mayWrite} onSwitch={onSwitch} />
  return (
    <section className={css.card}>
      <h2 className={css.name}>
        {packageName}
        <span className={css.traffic}>
          {t(kind)} · {formatBytes(trafficBytes)}
        </span>
      </h2>
      <ul>
        {rows.map((row) => (
          <li key={row.period} className={css.row} data-off={!row.sells}>
            <span className={css.period}>{t(row.period)}</span>
            <Figure label={t('colRetail')} isMain>
              {row.retailFen === null ? <Suggested row={row} /> : <Money fen={row.retailFen} />}
            </Figure>
            <Figure label={t('colWholesale')}>
              <Money fen={row.wholesaleFen} />
            </Figure>
            <Margin row={row} />
            <span className={css.state}>
              <State row={row} />
            </span>
            {mayWrite && row.isListed ? (
              <span className={css.actions}>
                {row.retailFen === null ? null : (
                  <button type="button" className={css.quiet} onClick={() => onSwitch(row)}>
                    {t(row.isOn ? 'takeOff' : 'putOn')}
                  </button>
                )}
                {row.sells ? (
                  <button type="button" className={css.quiet} onClick={() => onSpecial(row)}>
                    {t('special')}
                  </button>
                ) : null}
                <button type="button" className={css.link} onClick={() => onPrice(row)}>
                  {t('edit')}
                </button>
              </span>
            ) : null}
            <Specials row={row} mayWrite={mayWrite} onDone={onDone} />
            {row.nextWholesaleFen !== null && row.nextFrom !== null ? (
              <p className={css.rises}>
                {t('rises', { date: dateText(row.nextFrom), amount: moneyText(row.nextWholesaleFen) })}
              </p>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A trial has no retail price: what it costs and who pays, and whether this shop gives it away. */
function TrialPrice({ row, mayWrite, onSwitch }: Pick<Props, 'mayWrite' | 'onSwitch'> & { row: PriceRow }) {
  const t = useWords('prices')
  const { packageName, trafficBytes, trialDays, trialPaidBy, isOn, isListed, wholesaleFen } = row
  const cost = t(trialPaidBy === 'platform' ? 'trialByPlatform' : 'trialByReseller', {
    amount: moneyText(wholesaleFen),
  })
  return (
    <section className={css.card}>
      <h2 className={css.name}>
        {packageName}
        <span className={css.traffic}>
          {t('trialTag', { days: trialDays ?? 0 })} · {formatBytes(trafficBytes)}
        </span>
      </h2>
      <div className={css.trial}>
        <span className={css.trialCost}>{cost}</span>
        <StateWord tone={isOn && isListed ? 'good' : 'off'}>
          {t(!isListed ? 'unlisted' : isOn ? 'trialGives' : 'trialOff')}
        </StateWord>
        {mayWrite && isListed ? (
          <span className={css.actions}>
            <button type="button" className={css.link} onClick={() => onSwitch(row)}>
              {t(isOn ? 'takeOff' : 'putOn')}
            </button>
          </span>
        ) : null}
      </div>
    </section>
  )
}

function Figure({ label, isMain = false, children }: { label: string; isMain?: boolean; children: React.ReactNode }) {
  return (
    <span className={css.figure} data-main={isMain}>
      <span className={css.label}>{label}</span>
      {children}
    </span>
  )
}

function Suggested({ row }: { row: PriceRow }) {
  const t = useWords('prices')
  if (row.suggestedRetailFen === null) return <span className={css.faint}>{t('notSet')}</span>
  return <span className={css.faint}>{t('suggested', { amount: moneyText(row.suggestedRetailFen) })}</span>
}

function Margin({ row: { retailFen, wholesaleFen } }: { row: PriceRow }) {
  const t = useWords('prices')
  if (retailFen === null) {
    return (
      <Figure label={t('colMargin')}>
        <span className={css.faint}>—</span>
      </Figure>
    )
  }
  const percent = marginPercent(retailFen, wholesaleFen)
  return (
    <Figure label={t('colMargin')}>
      <span className={css.margin} data-loss={retailFen < wholesaleFen}>
        <Money fen={retailFen - wholesaleFen} />
        <span className={css.percent}>{t('marginOf', { percent })}</span>
      </span>
    </Figure>
  )
}

function State({ row }: { row: PriceRow }) {
  const t = useWords('prices')
  const [tone, word] = offerState(row)
  return <StateWord tone={tone}>{t(word)}</StateWord>
}
