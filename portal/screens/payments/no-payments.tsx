import { Button } from '@mantine/core'
import { Link } from 'react-router'

import { useHasScreen } from '../../state/available-screens.ts'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { useWords } from '../../words/language.ts'
import { userPath } from '../../paths.ts'
import { useSellsOnline } from '../../features/paying/use-sells-online.ts'

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
