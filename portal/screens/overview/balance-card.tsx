import { Button, Skeleton } from '@mantine/core'
import { Link } from 'react-router'

import type { UserInfo } from '../../../contract/accounts.ts'
import { formatFen } from '../../../contract/money.ts'
import { Card } from '../../../ui/components/card.tsx'
import { SetAsideLink } from '../../features/buying/set-aside-link.tsx'
import { userPath } from '../../paths.ts'
import { useHasScreen } from '../../state/available-screens.ts'
import { useSellsOnline, useIsFishCoin } from '../../state/reseller-facts.ts'
import { useWords } from '../../words/language.ts'
import css from './balance-card.module.css'

/** The figure opens its page; the button is quiet, since what the moment needs stands above. */
export function BalanceCard({ info }: { info: UserInfo }) {
  const t = useWords('user')
  const hasScreen = useHasScreen()
  const isFishCoin = useIsFishCoin()
  // Resellers that do not sell online take card keys instead.
  const sellsOnline = useSellsOnline()
  const way = userPath(sellsOnline ? 'userPay' : 'kmList')
  return (
    <Card title={t('balanceName')}>
      <div className={css.body}>
        <Link className={css.figure} to={userPath('balance')}>
          {isFishCoin ? null : <span className={css.unit}>¥</span>}
          {formatFen(info.balanceFen)}
        </Link>
        {info.blockedReason !== null ? null : sellsOnline === null ? (
          <Skeleton width={88} height={44} radius="md" />
        ) : hasScreen(way) ? (
          <Button className={css.action!} component={Link} to={way} variant="light">
            {t(sellsOnline ? 'topUp' : 'redeem')}
          </Button>
        ) : null}
      </div>
      <SetAsideLink />
    </Card>
  )
}
