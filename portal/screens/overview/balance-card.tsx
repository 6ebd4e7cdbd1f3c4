import { Button, Skeleton } from '@mantine/core'
import { Link } from 'react-router'

import type { UserInfo } from '../../../contract/accounts.ts'
import { formatFen } from '../../../contract/money.ts'
import { userPath } from '../../paths.ts'
import { useHasScreen } from '../../state/available-screens.ts'
import { useWords } from '../../words/language.ts'
import { useSellsOnline } from '../../features/paying/use-sells-online.ts'
import { useIsFishCoin } from '../../state/reseller-facts.ts'
import { FigureCard } from './figure-card.tsx'
import css from './figure-card.module.css'

export function BalanceCard({ info }: { info: UserInfo }) {
  const t = useWords('user')
  const hasScreen = useHasScreen()
  const isFishCoin = useIsFishCoin()
  // Resellers that do not sell online take card keys instead.
  const sellsOnline = useSellsOnline()
  const way = userPath(sellsOnline ? 'userPay' : 'kmList')
  const amount = formatFen(info.balanceFen)
  return (
    <FigureCard
      title={t('balanceName')}
      isLong={amount.length > 8}
      figure={
        <>
          {isFishCoin ? null : <span className={css.unit}>¥</span>}
          {amount}
        </>
      }
      action={
        info.blockedReason !== null ? null : sellsOnline === null ? (
          <Skeleton height={44} radius="md" />
        ) : hasScreen(way) ? (
          <Button component={Link} to={way} fullWidth>
            {t(sellsOnline ? 'topUp' : 'redeem')}
          </Button>
        ) : null
      }
    />
  )
}
