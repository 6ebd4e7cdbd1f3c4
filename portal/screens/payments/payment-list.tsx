import { Button } from '@mantine/core'
import { Link } from 'react-router'

import { formatFen } from '../../../contract/money.ts'
import type { PaymentItem } from '../../../contract/payments.ts'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { List, ListRow, Mark } from '../../../ui/components/list.tsx'
import { recordText } from '../../../ui/words/date-text.ts'
import { PayMark } from '../../features/paying/way-choice.tsx'
import { userPath } from '../../paths.ts'
import { useHasScreen } from '../../state/available-screens.ts'
import { useSellsOnline } from '../../state/reseller-facts.ts'
import { useWords } from '../../words/language.ts'
import { purposeWords, shownState, tones } from './payment-state.ts'

type Props = {
  items: readonly PaymentItem[]
  /** The number of the one that is open beside the list. */
  chosen: string | null
  onOpen: (item: PaymentItem) => void
}

export function PaymentList({ items, chosen, onOpen }: Props) {
  const t = useWords('payments')
  return (
    <List>
      {items.map((item) => {
        const state = shownState(item)
        return (
          <ListRow
            key={item.out_trade_no}
            sign={<PayMark icon={item.payType.icon} />}
            name={item.goods ?? t(purposeWords[item.type])}
            about={recordText(item.createdAt)}
            value={`¥${formatFen(item.amountFen)}`}
            tone="strong"
            under={<Mark tone={tones[state]}>{t(state)}</Mark>}
            isChosen={item.out_trade_no === chosen}
            onPress={() => onOpen(item)}
          />
        )
      })}
    </List>
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
