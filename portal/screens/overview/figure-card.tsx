import { Button, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import type { UserInfo } from '../../../contract/accounts.ts'
import { formatFen } from '../../../contract/money.ts'
import { Card } from '../../../ui/components/card.tsx'
import { userPath } from '../../paths.ts'
import { useHasScreen } from '../../state/available-screens.ts'
import { useSellsOnline, useIsFishCoin } from '../../state/reseller-facts.ts'
import { useWords } from '../../words/language.ts'
import css from './figure-card.module.css'
import { useHeroState } from './use-hero-state.ts'

type Props = { title: string; to: string; isLong?: boolean; figure: ReactNode; note?: string; action: ReactNode }

/**
 * One figure that opens its page, and its action: the button is below on a phone and beside it on a desktop.
 */
export function FigureCard({ title, to, isLong = false, figure, note, action }: Props) {
  return (
    <Card title={title}>
      <div className={css.body}>
        <div>
          <Link className={css.figure} data-long={isLong} to={to}>
            {figure}
          </Link>
          {note ? <p className={css.note}>{note}</p> : null}
        </div>
        {action ? <div className={css.action}>{action}</div> : null}
      </div>
    </Card>
  )
}

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
      to={userPath('balance')}
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

export function LinesCard({ info }: { info: UserInfo }) {
  const { lineCount, lineLimit, blockedReason, hasConnected } = info
  const { headline } = useHeroState(info)
  const t = useWords('user')
  const hasScreen = useHasScreen()
  const free = Math.max(0, lineLimit - lineCount)
  // Nobody installs what would not work.
  const canInstall = free > 0 && headline === null
  const way = userPath(canInstall ? 'line_install' : 'line_list')
  // The first steps below have the button.
  const isGuided = lineCount === 0 && !hasConnected
  return (
    <FigureCard
      title={t('linesInUse')}
      to={userPath('line_list')}
      figure={
        <>
          {lineCount}
          {lineLimit > 0 ? <span className={css.of}> / {lineLimit}</span> : null}
        </>
      }
      note={lineLimit === 0 ? t('linesNeedPackage') : free > 0 ? t('linesFree', { count: free }) : t('linesFull')}
      action={
        hasScreen(way) && lineLimit > 0 && blockedReason === null && !isGuided ? (
          <Button component={Link} to={way} fullWidth px="xs" variant="light">
            {t(canInstall ? 'installFirst' : 'viewLines')}
          </Button>
        ) : null
      }
    />
  )
}
