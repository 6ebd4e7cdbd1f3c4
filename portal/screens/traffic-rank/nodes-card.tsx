import { formatBytes } from '../../../contract/bytes.ts'
import type { OwnTraffic } from '../../../contract/traffic.ts'
import { Card } from '../../../ui/components/card.tsx'
import { Flag } from '../../../ui/components/flag.tsx'
import { List, ListRow } from '../../../ui/components/list.tsx'
import { ShareBar } from '../../../ui/components/share-bar.tsx'
import { useWords } from '../../words/language.ts'
import css from './traffic-rank.module.css'

export function NodesCard({ nodes }: { nodes: OwnTraffic['nodes'] }) {
  const t = useWords('traffic-rank')
  if (nodes.length === 0) return null
  const all = nodes.reduce((sum, { bytes }) => sum + bytes, 0)
  return (
    <Card title={t('nodesTitle')}>
      <List>
        {nodes.map(({ nodeId, name, region, bytes }) => (
          <ListRow key={nodeId} sign={<Flag region={region} />} name={name} value={formatBytes(bytes)}>
            <div className={css.bar}>
              <ShareBar percent={all > 0 ? (bytes / all) * 100 : 0} />
            </div>
          </ListRow>
        ))}
      </List>
    </Card>
  )
}
