import { Button } from '@mantine/core'
import { Link } from 'react-router'

import type { UserInfo } from '../../../contract/accounts.ts'
import { userPath } from '../../paths.ts'
import { useHasScreen } from '../../components/available-screens.ts'
import { Card } from '../../components/card.tsx'
import { useWords } from '../../locales/language.ts'
import css from './figure-card.module.css'

export function LinesCard({ info: { lineCount, lineLimit } }: { info: UserInfo }) {
  const t = useWords('user')
  const hasScreen = useHasScreen()
  const free = Math.max(0, lineLimit - lineCount)
  const way = userPath(free > 0 ? 'line_install' : 'line_list')
  return (
    <Card title={t('linesInUse')}>
      <p className={css.figure}>
        {lineCount}
        {lineLimit > 0 ? <span className={css.of}> / {lineLimit}</span> : null}
      </p>
      <p className={css.note}>
        {lineLimit === 0 ? t('linesNeedPackage') : free > 0 ? t('linesFree', { count: free }) : t('linesFull')}
      </p>
      {hasScreen(way) && lineLimit > 0 ? (
        <div className={css.action}>
          <Button component={Link} to={way} fullWidth variant="light">
            {t(free > 0 ? 'installFirst' : 'viewLines')}
          </Button>
        </div>
      ) : null}
    </Card>
  )
}
