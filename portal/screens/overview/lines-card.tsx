import { Button } from '@mantine/core'
import { Link } from 'react-router'

import type { UserInfo } from '../../../contract/accounts.ts'
import { userPath } from '../../paths.ts'
import { useHasScreen } from '../../state/available-screens.ts'
import { useWords } from '../../words/language.ts'
import { FigureCard } from './figure-card.tsx'
import css from './figure-card.module.css'

export function LinesCard({ info: { lineCount, lineLimit, blockedReason } }: { info: UserInfo }) {
  const t = useWords('user')
  const hasScreen = useHasScreen()
  const free = Math.max(0, lineLimit - lineCount)
  const way = userPath(free > 0 ? 'line_install' : 'line_list')
  return (
    <FigureCard
      title={t('linesInUse')}
      figure={
        <>
          {lineCount}
          {lineLimit > 0 ? <span className={css.of}> / {lineLimit}</span> : null}
        </>
      }
      note={lineLimit === 0 ? t('linesNeedPackage') : free > 0 ? t('linesFree', { count: free }) : t('linesFull')}
      action={
        hasScreen(way) && lineLimit > 0 && blockedReason === null ? (
          <Button component={Link} to={way} fullWidth px="xs" variant="light">
            {t(free > 0 ? 'installFirst' : 'viewLines')}
          </Button>
        ) : null
      }
    />
  )
}
