import { useState } from 'react'

import type { MonitorNode, MonitorOverview } from '../../../contract/monitor-figures.ts'
import { Card } from '../../../ui/components/card.tsx'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import type { MonitorEvent } from '../../features/monitor/monitor-events.ts'
import { worstFirst } from '../../features/monitor/node-look.ts'
import { useWords } from '../../words/language.ts'
import { MaintenanceSheet } from './maintenance-sheet.tsx'
import { NodeRow } from './node-row.tsx'
import css from './nodes-card.module.css'

type Props = { overview: MonitorOverview; onChanged: (event: MonitorEvent) => void }

/** One markup in two layouts: columns on a wide screen, a list on a phone. */
export function NodesCard({ overview, onChanged }: Props) {
  const t = useWords('monitor')
  const [asked, setAsked] = useState<MonitorNode | null>(null)
  const { nodes, platform, resellerId, at } = overview
  // A monitor limited to a reseller can switch that reseller's own nodes, not the shared ones.
  const maySwitch = (node: MonitorNode) => platform !== null || node.resellerId === resellerId
  return (
    <Card title={t('nodes')}>
      {nodes.length === 0 ? <EmptyPart topic="lines" title={t('nodesEmptyTitle')} text={t('nodesEmptyText')} /> : null}
      {nodes.length > 0 ? (
        <>
          <div className={css.columns} aria-hidden="true">
            <span />
            <span>{t('columnState')}</span>
            <span>{t('columnLoad')}</span>
            <span>{t('columnUsers')}</span>
            <span>{t('columnRate')}</span>
            <span className={css.last}>{t('columnMaintenance')}</span>
          </div>
          <ul className={css.nodes}>
            {worstFirst(nodes).map((node) => (
              <NodeRow
                key={node.id}
                node={node}
                nowMs={Date.parse(at)}
                onSwitch={maySwitch(node) ? () => setAsked(node) : null}
              />
            ))}
          </ul>
        </>
      ) : null}
      <MaintenanceSheet node={asked} onClose={() => setAsked(null)} onChanged={onChanged} />
    </Card>
  )
}
