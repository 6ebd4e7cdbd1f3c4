import { Button } from '@mantine/core'
import { Link } from 'react-router'

import { userPath } from '../../paths.ts'
import { useHasScreen } from '../../state/available-screens.ts'
import { useSellsOnline } from '../../state/reseller-facts.ts'
import { useWords } from '../../words/language.ts'

/** Links to card keys if the reseller does not sell online. */
export function TopUpLink() {
  const t = useWords('balance')
  const hasScreen = useHasScreen()
  const sellsOnline = useSellsOnline()
  const way = userPath(sellsOnline ? 'userPay' : 'kmList')
  if (sellsOnline === null || !hasScreen(way)) return null
  return (
    <Button component={Link} to={way}>
      {t(sellsOnline ? 'topUp' : 'redeem')}
    </Button>
  )
}
