import { Button } from '@mantine/core'
import { Link } from 'react-router'

import { formatFen } from '../../../contract/money.ts'
import { useAmountText } from '../../words/amount-text.ts'
import { useWords } from '../../words/language.ts'
import { useSellsOnline } from '../paying/use-sells-online.ts'
import { userPath } from '../../paths.ts'
import { useKnownInfo } from '../../state/known-info.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { useHasScreen } from '../../state/available-screens.ts'
import type { PayBy } from './pay-by.tsx'

type Props = { payBy: PayBy; totalFen: number; busy: boolean; onPay: () => void }

/** Pays; with too little in the balance it leads to where that is mended instead. */
export function PayButton({ payBy, totalFen, busy, onPay }: Props) {
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
  // Yuan from a payment app, the brand's own unit from the balance.
  const amount = payBy === 'online' ? `¥${formatFen(totalFen)}` : amountText(totalFen)
  return (
    <ActionButton fill busy={busy} disabled={isShort} onClick={onPay}>
      {totalFen === 0 ? t('confirmFree') : t('payAmount', { amount })}
    </ActionButton>
  )
}
