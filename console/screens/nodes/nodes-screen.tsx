import { useState } from 'react'
import { useNavigate } from 'react-router'

import { consoleApi } from '../../../contract/console/api.ts'
import { nodeProtocols } from '../../../contract/console/choices.ts'
import type { NodeRow } from '../../../contract/console/nodes.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Flag } from '../../../ui/components/flag.tsx'
import { ShareBar } from '../../../ui/components/share-bar.tsx'
import { shareTone } from '../../../ui/components/share-tone.ts'
import { watchedLooks } from '../../../ui/components/watched-look.ts'
import { rateText } from '../../../ui/words/rate-text.ts'
import { ScreenActions } from '../../features/screen/screen-actions.tsx'
import items from '../../features/show/item-rows.module.css'
import { Tag } from '../../features/show/tag.tsx'
import { When } from '../../features/show/when.tsx'
import { ListTable } from '../../features/table/list-table.tsx'
import type { Column } from '../../features/table/table-types.ts'
import { useList } from '../../features/table/use-list.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { AddSheet } from './add-sheet.tsx'
import { NodeState } from './node-state.tsx'
import css from './nodes.module.css'

const LOOK_MS = 5000
const STATES = ['up', 'starting', 'down', 'silent', 'new', 'maintenance'] as const

/** Every node with its current status, those that need attention first. */
export default function NodesScreen() {
  const t = useWords('nodes')
  const states = useWords('states')
  const mayWrite = useMay()('nodes.write')
  const navigate = useNavigate()
  const [isAdding, setAdding] = useState(false)
  const list = useList(consoleApi.nodes.list, { filters: ['state', 'region', 'protocol'], lookMs: LOOK_MS })
  const add = mayWrite ? (
    <ActionButton icon="plus" onClick={() => setAdding(true)}>
      {t('add')}
    </ActionButton>
  ) : null
  return (
    <>
      <ScreenActions>
        <ActionButton tone="quiet" onClick={() => void navigate('/nodes/agents')}>
          {t('fleet')}
        </ActionButton>
        {add}
      </ScreenActions>
      <ListTable
        list={list}
        label={t('label')}
        columns={useColumns()}
        keyOf={(row) => String(row.id)}
        to={(row) => `/nodes/${row.id}`}
        search={t('search')}
        filters={[
          {
            key: 'state',
            label: t('filterState'),
            kind: 'choice',
            options: STATES.map((value) => ({ value, label: states(watchedLooks[value].word) })),
          },
          {
            key: 'protocol',
            label: t('filterProtocol'),
            kind: 'choice',
            options: nodeProtocols.map((value) => ({ value, label: value })),
          },
        ]}
        presets={[
          { label: t('presetTrouble'), filters: { state: 'silent' } },
          { label: t('presetMaintenance'), filters: { state: 'maintenance' } },
        ]}
        empty={{ topic: 'lines', title: t('empty'), text: t('emptyText'), action: add }}
      />
      {isAdding ? <AddSheet onClose={() => setAdding(false)} /> : null}
    </>
  )
}

function useColumns(): Column<NodeRow>[] {
  const t = useWords('nodes')
  return [
    { key: 'name', label: t('colName'), sort: 'name', card: 'title', render: (row) => <Name row={row} /> },
    { key: 'state', label: t('colState'), card: 'end', render: (row) => <NodeState node={row} /> },
    {
      key: 'users',
      label: t('colUsers'),
      sort: 'onlineUsers',
      align: 'right',
      card: 'hidden',
      render: (row) => row.onlineUsers,
    },
    { key: 'lines', label: t('colLines'), sort: 'lines', render: (row) => <Lines row={row} /> },
    { key: 'load', label: t('colLoad'), sort: 'cpuPercent', card: 'hidden', render: (row) => <Load row={row} /> },
    {
      key: 'speed',
      label: t('colSpeed'),
      sort: 'downBps',
      align: 'right',
      card: 'under',
      render: ({ upBps, downBps }) => t('upDown', { up: rateText(upBps), down: rateText(downBps) }),
    },
    {
      key: 'latency',
      label: t('colLatency'),
      align: 'right',
      card: 'under',
      render: ({ latencyMs }) => (latencyMs === null ? '—' : t('ms', { count: latencyMs })),
    },
    { key: 'seen', label: t('colSeen'), card: 'underEnd', render: (row) => <When at={row.seenAt} ago /> },
    { key: 'protocol', label: t('colProtocol'), extra: true, render: (row) => row.protocol },
    { key: 'rate', label: t('colRate'), extra: true, align: 'right', render: (row) => `${row.ratePercent}%` },
    { key: 'agent', label: t('colAgent'), extra: true, render: (row) => row.agentVersion || '—' },
  ]
}

function Name({ row }: { row: NodeRow }) {
  const t = useWords('nodes')
  return (
    <span className={css.name}>
      <Flag region={row.region} />
      {row.name}
      {row.isDemo ? <Tag>{t('demo')}</Tag> : null}
    </span>
  )
}

function Lines({ row: { lines, capacity } }: { row: NodeRow }) {
  const t = useWords('nodes')
  const percent = Math.round((lines / capacity) * 100)
  return (
    <span className={css.bar}>
      {t('ofCapacity', { lines, capacity })}
      <ShareBar percent={percent} tone={shareTone(lines, capacity, 85)} />
    </span>
  )
}

function Load({ row: { cpuPercent, memoryPercent } }: { row: NodeRow }) {
  const t = useWords('nodes')
  if (cpuPercent === null) return <span className={items.soft}>—</span>
  return (
    <span className={css.bar} title={`${t('memory')} ${memoryPercent ?? '—'}%`}>
      {cpuPercent}%
      <ShareBar percent={cpuPercent} tone={cpuPercent >= 90 ? 'bad' : cpuPercent >= 70 ? 'warn' : 'brand'} />
    </span>
  )
}
