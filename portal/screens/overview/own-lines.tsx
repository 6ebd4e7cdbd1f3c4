import { Skeleton } from '@mantine/core'
import { Link } from 'react-router'

import { formatBytes } from '../../../contract/bytes.ts'
import type { Line } from '../../../contract/lines.ts'
import { useHasScreen } from '../../state/available-screens.ts'
import { Card } from '../../../ui/components/card.tsx'
import { Flag } from '../../../ui/components/flag.tsx'
import { RetryCard } from '../../../ui/components/retry-card.tsx'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { lineLook } from '../../features/lines/looks.ts'
import { useLines } from '../../features/lines/use-lines.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useWords } from '../../words/language.ts'
import { userPath } from '../../paths.ts'
import css from './own-lines.module.css'

const SHOWN = 4
const ROW_PX = 49

/** Is my line working: those in trouble first, then the ones in use. As high from the start as `count` lines are. */
export function OwnLines({ count }: { count: number }) {
  const t = useWords('user')
  const base = useWords('base')
  const hasScreen = useHasScreen()
  const { lines, error, isFetching, refetch } = useLines()
  const to = userPath('line_list')
  if (lines?.length === 0) return null
  return (
    <Card
      title={t('lines')}
      end={
        hasScreen(to) ? (
          <Link className={css.all} to={to}>
            {t('viewLines')}
          </Link>
        ) : null
      }
    >
      {lines ? (
        <ul>
          {inOrder(lines)
            .slice(0, SHOWN)
            .map((line) => (
              <OwnLine key={line.id} line={line} />
            ))}
        </ul>
      ) : null}
      {!lines && error ? (
        <RetryCard
          title={t('linesFailed')}
          text={failureText(error)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : null}
      {!lines && !error ? (
        <div role="status" aria-label={base('loading')}>
          <Skeleton height={Math.min(count, SHOWN) * ROW_PX} radius="md" />
        </div>
      ) : null}
    </Card>
  )
}

function OwnLine({ line }: { line: Line }) {
  const t = useWords('lines')
  const look = lineLook(line)
  return (
    <li className={css.line}>
      <Flag region={line.region} />
      <span className={css.name}>{line.nodeName}</span>
      <span className={css.bytes}>{formatBytes(line.todayBytes)}</span>
      <StateWord tone={look.tone}>{t(look.word)}</StateWord>
    </li>
  )
}

function inOrder(lines: readonly Line[]): Line[] {
  const isFine = (line: Line) => Number(lineLook(line).tone === 'good')
  return lines.toSorted((a, b) => isFine(a) - isFine(b) || b.todayBytes - a.todayBytes)
}
