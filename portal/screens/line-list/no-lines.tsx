import { Button } from '@mantine/core'
import { Link } from 'react-router'

import { Card } from '../../../ui/components/card.tsx'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { userPath } from '../../paths.ts'
import { useKnownInfo } from '../../state/known-info.ts'
import { useWords } from '../../words/language.ts'

export function NoLines() {
  const t = useWords('line-list')
  // Until the user's information is there, the next screen says what is missing.
  const hasPlan = useKnownInfo((info) => info.state) !== 'none'
  return (
    <Card title={t('listTitle')}>
      <EmptyPart topic="lines" title={t('emptyTitle')} text={t(hasPlan ? 'emptyText' : 'emptyNoPlan')}>
        <Button component={Link} to={userPath(hasPlan ? 'line_install' : 'tcBuy')}>
          {t(hasPlan ? 'install' : 'choosePackage')}
        </Button>
      </EmptyPart>
    </Card>
  )
}
