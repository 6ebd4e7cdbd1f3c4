import { Button } from '@mantine/core'
import { Link } from 'react-router'

import { formatBytes } from '../../../contract/bytes.ts'
import type { OwnTraffic } from '../../../contract/traffic.ts'
import { Card } from '../../../ui/components/card.tsx'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { Flag } from '../../../ui/components/flag.tsx'
import { ShareBar } from '../../../ui/components/share-bar.tsx'
import { userPath } from '../../paths.ts'
import { useHasScreen } from '../../state/available-screens.ts'
import { useWords } from '../../words/language.ts'
import css from './traffic-rank.module.css'

export function NodesCard({ nodes }: { nodes: OwnTraffic['nodes'] }) {
  const t = useWords('traffic-rank')
  const hasScreen = useHasScreen()
  const to = userPath('line_list')
  const all = nodes.reduce((sum, { bytes }) => sum + bytes, 0)
  return (
    <Card title={t('nodesTitle')}>
      {nodes.length === 0 ? (
        <EmptyPart topic="lines" title={t('nodesEmptyTitle')} text={t('nodesEmptyText')}>
          {hasScreen(to) ? (
            <Button component={Link} to={to} variant="light">
              {t('toLines')}
            </Button>
          ) : null}
        </EmptyPart>
      ) : null}
      <ol>
        {nodes.map(({ nodeId, name, region, bytes }) => (
          <li key={nodeId} className={css.row}>
            <span className={css.place}>
              <Flag region={region} />
            </span>
            <span className={css.name}>{name}</span>
            <span className={css.bytes}>{formatBytes(bytes)}</span>
            <span className={css.bar}>
              <ShareBar percent={all > 0 ? (bytes / all) * 100 : 0} />
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
