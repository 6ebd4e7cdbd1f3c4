import { Link } from 'react-router'

import { userPath } from '../../paths.ts'
import { useHasScreen } from '../../state/available-screens.ts'
import { useSellsOnline } from '../../state/reseller-facts.ts'
import { useWords } from '../../words/language.ts'
import css from './balance.module.css'

/** Links to card keys if the reseller does not sell online. */
export function TopUpLink({ look }: { look: 'onWater' | 'quiet' }) {
  const t = useWords('balance')
  const hasScreen = useHasScreen()
  const sellsOnline = useSellsOnline()
  const way = userPath(sellsOnline ? 'userPay' : 'kmList')
  if (sellsOnline === null || !hasScreen(way)) return null
  return (
    <Link className={`${css.topUp} ${css[look]}`} to={way}>
      {t(sellsOnline ? 'topUp' : 'redeem')}
    </Link>
  )
}
