import { formatBytes } from '../../../contract/bytes.ts'
import type { OwnTraffic } from '../../../contract/traffic.ts'
import { Card } from '../../../ui/components/card.tsx'
import { Flag } from '../../../ui/components/flag.tsx'
import { ShareBar } from '../../../ui/components/share-bar.tsx'
import { useWords } from '../../words/language.ts'
import css from './traffic-rank.module.css'

export function NodesCard({ nodes }: { nodes: OwnTraffic['nodes'] }) {
  const t = useWords('traffic-rank')
  if (nodes.length === 0) return null
  const all = nodes.reduce((sum, { bytes }) => sum + bytes, 0)
  return (
    <Card title={t('nodesTitle')}>
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
