import { Button } from '@mantine/core'
import { Link } from 'react-router'

import type { UserInfo } from '../../../contract/accounts.ts'
import { formatFen } from '../../../contract/money.ts'
import { userPath } from '../../paths.ts'
import { useHasScreen } from '../../components/available-screens.ts'
import { Card } from '../../components/card.tsx'
import { useWords } from '../../locales/language.ts'
import { useSellsOnline } from '../../paying/use-sells-online.ts'
import { useConfigState } from '../../state/config.ts'
import css from './figure-card.module.css'

export function BalanceCard({ info }: { info: UserInfo }) {
  const t = useWords('user')
  const hasScreen = useHasScreen()
  const isFishCoin = useConfigState((state) => state.balanceName) === '鱼币'
  // Resellers that do not sell online take card keys instead.
  const sellsOnline = useSellsOnline()
  const way = userPath(sellsOnline ? 'userPay' : 'kmList')
  const amount = formatFen(info.balanceFen)
  return (
    <Card title={t(isFishCoin ? 'fishCoin' : 'balanceName')}>
      <p className={css.figure} data-long={amount.length > 8}>
        {isFishCoin ? null : <span className={css.unit}>¥</span>}
        {amount}
      </p>
      {hasScreen(way) ? (
        <div className={css.action}>
          <Button component={Link} to={way} fullWidth>
            {t(sellsOnline ? 'topUp' : 'redeem')}
          </Button>
        </div>
      ) : null}
    </Card>
  )
}
