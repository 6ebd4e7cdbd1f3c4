import { Skeleton } from '@mantine/core'
import { useState } from 'react'

import { formatBytes } from '../../../../contract/bytes.ts'
import type { TrafficRank } from '../../../../contract/traffic.ts'
import { ActionButton } from '../../../../ui/components/action-button.tsx'
import { Card } from '../../../../ui/components/card.tsx'
import { List, ListRow, Mark } from '../../../../ui/components/list.tsx'
import { Loaded } from '../../../../ui/components/loaded.tsx'
import { ShareBar } from '../../../../ui/components/share-bar.tsx'
import { hourText } from '../../../../ui/words/date-text.ts'
import type { Range } from '../../../features/lines/use-own-traffic.ts'
import { useWords } from '../../../words/language.ts'
import css from './ranking.module.css'
import { useRanking } from './use-ranking.ts'

const FIRST = 5
/** Among fewer people a place says nothing, and would tell what a single neighbour uses. */
const FEWEST = 5

/** The user's own place, and the top users of the reseller. */
export function TopCard({ range }: { range: Range }) {
  const t = useWords('traffic-rank')
  const user = useWords('user')
  return (
    <Loaded
      query={useRanking(range)}
      failed={user('loadFailedTitle')}
      card={t('topTitle')}
      bones={<Skeleton className={css.bone!} radius="lg" />}
    >
      {(rank) => (rank.users < FEWEST ? null : <Top rank={rank} />)}
    </Loaded>
  )
}

function Top({ rank: { top, me, users, rankedAt } }: { rank: TrafficRank }) {
  const t = useWords('traffic-rank')
  const [all, setAll] = useState(false)
  const shown = all ? top : top.slice(0, FIRST)
  const isShown = shown.some(({ isMe }) => isMe)
  const most = top[0]?.bytes ?? 0
  return (
    <Card
      title={t('topTitle')}
      end={rankedAt === null ? null : <p className="faint">{t('rankedAt', { time: hourText(rankedAt) })}</p>}
    >
      <p className={css.own}>
        <strong>{me ? t('place', { place: me.place }) : t('noPlace')}</strong>
        {me ? t('placeOf', { users, amount: formatBytes(me.bytes) }) : t('noPlaceText')}
      </p>
      <List>
        {shown.map((user, at) => (
          // Names are masked and places can be shared, so neither identifies a row.
          <TopRow key={at} {...user} most={most} />
        ))}
        {me && !isShown ? <TopRow place={me.place} nameMasked={t('me')} bytes={me.bytes} isMe most={most} /> : null}
      </List>
      {top.length > shown.length ? (
        <div className={css.more}>
          <ActionButton tone="quiet" fill onClick={() => setAll(true)}>
            {t('showAll', { count: top.length })}
          </ActionButton>
        </div>
      ) : null}
    </Card>
  )
}

type Row = TrafficRank['top'][number] & { most: number }

function TopRow({ place, nameMasked, bytes, isMe, most }: Row) {
  const t = useWords('traffic-rank')
  return (
    <ListRow
      sign={
        <span className={css.place} data-first={place <= 3}>
          {place}
        </span>
      }
      name={nameMasked}
      mark={isMe && nameMasked !== t('me') ? <Mark tone="brand">{t('me')}</Mark> : null}
      value={formatBytes(bytes)}
    >
      <div className={css.bar}>
        <ShareBar percent={most > 0 ? (bytes / most) * 100 : 0} />
      </div>
    </ListRow>
  )
}
