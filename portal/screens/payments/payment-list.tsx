import { Button } from '@mantine/core'
import { Link } from 'react-router'

import { formatFen } from '../../../contract/money.ts'
import type { PaymentItem } from '../../../contract/payments.ts'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { recordText } from '../../../ui/words/date-text.ts'
import { PayMark } from '../../features/paying/way-choice.tsx'
import { userPath } from '../../paths.ts'
import { useHasScreen } from '../../state/available-screens.ts'
import { useSellsOnline } from '../../state/reseller-facts.ts'
import { useWords } from '../../words/language.ts'
import css from './payment-list.module.css'
import { purposeWords, shownState } from './payment-state.ts'
import { StateChip } from './state-chip.tsx'

type Props = {
  items: readonly PaymentItem[]
  onOpen: (item: PaymentItem) => void
}

/** Lines on a phone, columns on a wide screen, from the same markup. */
export function PaymentList({ items, onOpen }: Props) {
  const t = useWords('payments')
  return (
    <>
      <div className={css.head} aria-hidden="true">
        <span>{t('what')}</span>
        <span>{t('when')}</span>
        <span>{t('number')}</span>
        <span>{t('state')}</span>
        <span className={css.right}>{t('amount')}</span>
      </div>
      <ul>
        {items.map((item) => (
          <li key={item.out_trade_no} className={css.line}>
            <button type="button" className={css.row} onClick={() => onOpen(item)}>
              <Line item={item} />
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

function Line({ item }: { item: PaymentItem }) {
  const t = useWords('payments')
  return (
    <>
      <span className={css.mark}>
        <PayMark icon={item.payType.icon} />
      </span>
      <span className={css.what}>
        {item.goods ?? t(purposeWords[item.type])}
        <span className={css.way}>{item.payType.name}</span>
      </span>
      <span className={css.when}>{recordText(item.createdAt)}</span>
      <span className={css.number}>{item.out_trade_no}</span>
      <span className={css.state}>
        <StateChip state={shownState(item)} />
      </span>
      <span className={css.amount}>¥{formatFen(item.amountFen)}</span>
    </>
  )
}

export function NoPayments() {
  const t = useWords('payments')
  const hasScreen = useHasScreen()
  const sellsOnline = useSellsOnline()
  const way = userPath(sellsOnline ? 'userPay' : 'tcBuy')
  return (
    <EmptyPart topic="money" title={t('emptyTitle')} text={t('emptyText')}>
      {sellsOnline !== null && hasScreen(way) ? (
        <Button component={Link} to={way}>
          {t(sellsOnline ? 'topUp' : 'choosePackage')}
        </Button>
      ) : null}
    </EmptyPart>
  )
}
