import { Skeleton, Button } from '@mantine/core'
import { Link } from 'react-router'

import { formatFen } from '../../../contract/money.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import choice from '../../../ui/components/choice-list.module.css'
import { Icon, type IconName } from '../../../ui/components/icon.tsx'
import { userPath } from '../../paths.ts'
import { useHasScreen } from '../../state/available-screens.ts'
import { useKnownInfo } from '../../state/known-info.ts'
import { useSellsOnline, useIsFishCoin } from '../../state/reseller-facts.ts'
import { useAmountText } from '../../words/amount-text.ts'
import { useWords } from '../../words/language.ts'
import css from './pay-by.module.css'

export type PayBy = 'balance' | 'online'
type Props = { totalFen: number; value: PayBy; onChange: (value: PayBy) => void }

/** Balance or online. Resellers off the whitelist have no online payment; their users are told whom to ask. */
export function PayByChoice({ totalFen, value, onChange }: Props) {
  const t = useWords('buying')
  const user = useWords('user')
  const amountText = useAmountText()
  const balanceFen = useKnownInfo((info) => info.balanceFen)
  const sellsOnline = useSellsOnline()
  const missingFen = balanceFen === null ? 0 : totalFen - balanceFen
  const balanceText = () => {
    if (balanceFen === null) return '…'
    const amount = amountText(balanceFen)
    return missingFen > 0
      ? t('balanceShort', { amount, missing: amountText(missingFen) })
      : t('balanceEnough', { amount })
  }
  return (
    <fieldset className={choice.list}>
      <legend className={choice.legend}>{t('payBy')}</legend>
      <Way
        icon="wallet"
        name={user('balanceName')}
        detail={balanceText()}
        isShort={missingFen > 0}
        chosen={value === 'balance'}
        onChoose={() => onChange('balance')}
      />
      {sellsOnline === null ? (
        <Skeleton height={60} radius="lg" />
      ) : sellsOnline ? (
        <Way
          icon="qr"
          name={t('online')}
          detail={t('onlineDetail')}
          chosen={value === 'online'}
          onChoose={() => onChange('online')}
        />
      ) : (
        <p className={css.offline}>{t('offlineOnly')}</p>
      )}
    </fieldset>
  )
}

/** The first choice: the balance, unless it is known to be too low. */
export function usePayByDefault(totalFen: number): PayBy {
  const isShort = useKnownInfo((info) => info.balanceFen < totalFen)
  const sellsOnline = useSellsOnline()
  return sellsOnline && isShort ? 'online' : 'balance'
}

type WayProps = {
  icon: IconName
  name: string
  detail: string
  isShort?: boolean
  chosen: boolean
  onChoose: () => void
}

function Way({ icon, name, detail, isShort = false, chosen, onChoose }: WayProps) {
  return (
    <label className={choice.choice}>
      <span className={css.sign}>
        <Icon name={icon} size={22} />
      </span>
      <span className={css.words}>
        <span className={css.name}>{name}</span>
        <span className={css.detail} data-short={isShort}>
          {detail}
        </span>
      </span>
      <input type="radio" className={choice.radio} name="payBy" checked={chosen} onChange={onChoose} />
      <span className={choice.tick} aria-hidden="true">
        <Icon name="check" size={14} />
      </span>
    </label>
  )
}

type PayButtonProps = { payBy: PayBy; totalFen: number; busy: boolean; onPay: () => void }

/** Pays. If the balance is too low, leads to a top-up instead. */
export function PayButton({ payBy, totalFen, busy, onPay }: PayButtonProps) {
  const t = useWords('buying')
  const amountText = useAmountText()
  const hasScreen = useHasScreen()
  const sellsOnline = useSellsOnline()
  const isShort = useKnownInfo((info) => info.balanceFen < totalFen) === true && payBy === 'balance'
  const way = userPath(sellsOnline ? 'userPay' : 'kmList')
  if (isShort && sellsOnline !== null && hasScreen(way)) {
    return (
      <Button component={Link} to={way} fullWidth>
        {t(sellsOnline ? 'toTopUp' : 'toCards')}
      </Button>
    )
  }
  // Payment apps take yuan; the balance uses the brand's own unit.
  const amount = payBy === 'online' ? `¥${formatFen(totalFen)}` : amountText(totalFen)
  return (
    <ActionButton fill busy={busy} disabled={isShort} onClick={onPay}>
      {totalFen === 0 ? t('confirmFree') : t('payAmount', { amount })}
    </ActionButton>
  )
}

/** A prominent amount: large figure, small unit, before or after it depending on the brand. */
export function Price({ fen, size = 'm' }: { fen: number; size?: 'm' | 'l' }) {
  const t = useWords('user')
  const isFishCoin = useIsFishCoin()
  return (
    <span className={css.price} data-size={size}>
      {isFishCoin ? null : <span className={css.unit}>¥</span>}
      <span className={css.figure}>{formatFen(fen)}</span>
      {isFishCoin ? <span className={css.unit}>{t('fishCoin')}</span> : null}
    </span>
  )
}
