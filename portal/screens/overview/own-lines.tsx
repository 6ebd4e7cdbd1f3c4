import { Skeleton } from '@mantine/core'

import { formatBytes } from '../../../contract/bytes.ts'
import type { Line } from '../../../contract/lines.ts'
import { Card, CardLink } from '../../../ui/components/card.tsx'
import { Flag } from '../../../ui/components/flag.tsx'
import { isWorking } from '../../../ui/components/line-look.ts'
import { List, ListRow } from '../../../ui/components/list.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { momentText } from '../../../ui/words/moment-text.ts'
import { ownLineLook } from '../../features/lines/looks.ts'
import { useLines } from '../../features/lines/use-lines.ts'
import { userPath } from '../../paths.ts'
import { useHasScreen } from '../../state/available-screens.ts'
import { useWords } from '../../words/language.ts'
import { LastConnected } from './last-connected.tsx'
import css from './own-lines.module.css'

const SHOWN = 4
const ROW_PX = 49

/** The user's lines: those with problems first, then those in use. As high from the start as `count` lines. */
export function OwnLines({ count }: { count: number }) {
  const t = useWords('user')
  const hasScreen = useHasScreen()
  const query = useLines()
  const to = userPath('line_list')
  if (query.lines?.length === 0) return null
  return (
    <Card title={t('lines')} end={hasScreen(to) ? <CardLink to={to}>{t('viewLines')}</CardLink> : null}>
      <Loaded
        query={query}
        failed={t('linesFailed')}
        bones={<Skeleton height={Math.min(count, SHOWN) * ROW_PX} radius="md" />}
      >
        {() => (
          <>
            <List>
              {inOrder(query.lines ?? [])
                .slice(0, SHOWN)
                .map((line) => (
                  <OwnLine key={line.id} line={line} />
                ))}
            </List>
            {query.reachUntil ? (
              <p className={css.last}>{t('reachUntil', { time: momentText(query.reachUntil) })}</p>
            ) : null}
            <LastConnected lines={query.lines ?? []} />
          </>
        )}
      </Loaded>
    </Card>
  )
}

function OwnLine({ line }: { line: Line }) {
  const t = useWords('user')
  const look = ownLineLook(line)
  return (
    <ListRow
      sign={<Flag region={line.region} />}
      name={line.nodeName}
      value={
        <span className={css.values}>
          {formatBytes(line.todayBytes)}
          <StateWord tone={look.tone}>{t(look.word)}</StateWord>
        </span>
      }
      to={`${userPath('line_list')}?line=${line.id}`}
    />
  )
}

function inOrder(lines: readonly Line[]): Line[] {
  const isFine = (line: Line) => Number(isWorking(ownLineLook(line).word))
  return lines.toSorted((a, b) => isFine(a) - isFine(b) || b.todayBytes - a.todayBytes)
}
