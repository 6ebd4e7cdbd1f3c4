import { Switch } from '@mantine/core'

import { plainBytes } from '../../../contract/bytes.ts'
import type { Quote } from '../../../contract/packages.ts'
import type { Row } from '../../../ui/components/rows.tsx'
import { leftText } from '../../../ui/components/user-look.ts'
import { dateText, timeLeft } from '../../../ui/words/date-text.ts'
import { Price } from '../../features/buying/pay-by.tsx'
import type { PayChoice } from '../../features/buying/use-pay-choice.ts'
import { useKnownInfo } from '../../state/known-info.ts'
import { useWords } from '../../words/language.ts'
import type { Current } from './catalogue.ts'
import css from './checkout.module.css'

/** The bill, line by line, and the state after payment. */
export function QuoteFacts({ quote, choice }: { quote: Quote; choice: PayChoice }) {
  const t = useWords('packages')
  const { amountText, inYuan, part } = choice
  const after = useAfterRows(quote)
  const { packageName, period, listFen, discountFen, creditFen, totalFen, lapsingGiftDays } = quote
  const title = quote.action === 'pack' ? packageName : `${packageName} · ${t(period)}`
  return (
    <div className={css.bill}>
      <dl>
        <BillRow name={title} value={amountText(listFen)} />
        {discountFen > 0 ? <BillRow name={t('discount')} value={`-${amountText(discountFen)}`} tone="less" /> : null}
        {creditFen > 0 ? <BillRow name={t('credit')} value={`-${amountText(creditFen)}`} tone="less" /> : null}
        <div className={css.total}>
          <dt>{t('total')}</dt>
          <dd>
            <Price fen={totalFen} inYuan={inYuan} />
          </dd>
        </div>
        {part ? <PartRows part={part} amountText={amountText} /> : null}
      </dl>
      {quote.action === 'upgrade' ? <p className={css.hint}>{t(upgradeHint(quote))}</p> : null}
      {lapsingGiftDays > 0 ? <p className={css.loss}>{t('giftLapses', { days: lapsingGiftDays })}</p> : null}
      <h3 className={css.afterTitle}>{t('after')}</h3>
      <dl>
        {after.map(({ name, value }) => (
          <BillRow key={name} name={name} value={value} />
        ))}
      </dl>
    </div>
  )
}

/** The balance pays the first part, if the user likes. */
function PartRows({ part, amountText }: { part: NonNullable<PayChoice['part']> } & Pick<PayChoice, 'amountText'>) {
  const t = useWords('buying')
  return (
    <>
      <div className={css.row} data-tone={part.isOn ? 'less' : undefined}>
        <dt>
          <Switch label={t('partName')} checked={part.isOn} onChange={part.toggle} />
        </dt>
        <dd>-{amountText(part.balanceFen)}</dd>
      </div>
      {part.isOn ? <BillRow name={t('partRest')} value={amountText(part.restFen)} /> : null}
    </>
  )
}

/** Credit above the price is not paid out: the date below shows how much of it becomes time. */
function upgradeHint({ listFen, discountFen, creditFen }: Quote): 'upgradeSurplus' | 'upgradeHint' {
  return creditFen > listFen - discountFen ? 'upgradeSurplus' : 'upgradeHint'
}

function BillRow({ name, value, tone }: { name: string; value: string; tone?: 'less' }) {
  return (
    <div className={css.row} data-tone={tone}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

const DAY_S = 86_400

/** What the user will have after paying a quote. */
export function useAfterRows({ action, after }: Quote): Row[] {
  const t = useWords('packages')
  const user = useWords('user')
  const rows: Row[] = []
  if (after.expiresAt) rows.push({ name: user('expiry'), value: dateText(after.expiresAt) })
  if (after.bankedSeconds > 0) {
    rows.push({ name: t('kept'), value: t('keptDays', { days: Math.floor(after.bankedSeconds / DAY_S) }) })
  }
  rows.push({ name: user('left'), value: plainBytes(after.leftBytes) })
  if (action === 'pack') return rows
  if (after.nextResetAt) rows.push({ name: t('nextReset'), value: dateText(after.nextResetAt) })
  rows.push({ name: t('limits'), value: t('limitsText', { devices: after.deviceLimit, lines: after.lineLimit }) })
  return rows
}

/** What the user has now: until when, and how much. */
export function useNowRows(): Row[] {
  const user = useWords('user')
  const info = useKnownInfo((known) => known)
  if (!info) return []
  const left = { name: user('left'), value: plainBytes(Math.max(0, info.totalBytes - info.usedBytes)) }
  return info.expiresAt === null ? [left] : [{ name: user('expiry'), value: dateText(info.expiresAt) }, left]
}

/** 3 天后到期 */
export function useEndText(): (current: Current) => string {
  const t = useWords('user')
  return ({ state, expiresAt, startsBy }) => {
    if (startsBy !== null) return t('stateWaiting')
    if (state === 'paused') return t('statePaused')
    if (state === 'expired') return t('stateExpired')
    if (expiresAt === null) return t('stateActive')
    const left = timeLeft(expiresAt, Date.now())
    return left.unit === 'over' ? t('stateExpired') : leftText(left, t)
  }
}
