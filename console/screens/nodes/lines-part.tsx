import { consoleApi } from '../../../contract/console/api.ts'
import type { NodeLine } from '../../../contract/console/nodes.ts'
import { StateWord, type StateTone } from '../../../ui/components/state-word.tsx'
import { When } from '../../features/show/when.tsx'
import { ListTable } from '../../features/table/list-table.tsx'
import type { Column } from '../../features/table/table-types.ts'
import { useList } from '../../features/table/use-list.ts'
import { useWords } from '../../words/language.ts'

const states = ['installing', 'active', 'suspended', 'moving', 'failed'] as const
const reasons = ['paused', 'expired', 'quota', 'limit', 'node'] as const
const tones: Record<string, StateTone> = { active: 'good', installing: 'busy', moving: 'busy', failed: 'bad' }

/** The lines on this node with their users. */
export function LinesPart({ nodeId }: { nodeId: number }) {
  const t = useWords('nodes')
  const list = useList(consoleApi.nodes.lines, { filters: ['state'], fixed: { nodeId } })
  const word = ({ state, reason }: NodeLine) => {
    const why = reasons.find((one) => one === reason)
    const known = states.find((one) => one === state)
    return why ? t(`reason_${why}`) : known ? t(`line_${known}`) : state
  }
  const columns: Column<NodeLine>[] = [
    { key: 'user', label: t('colUser'), card: 'title', render: (row) => row.userName },
    {
      key: 'state',
      label: t('colState'),
      card: 'end',
      render: (row) => <StateWord tone={tones[row.state] ?? 'off'}>{word(row)}</StateWord>,
    },
    { key: 'number', label: '#', sort: 'number', align: 'right', render: (row) => row.number },
    { key: 'reseller', label: t('colReseller'), align: 'right', render: (row) => row.resellerId },
    { key: 'since', label: t('colSince'), render: (row) => <When at={row.since} /> },
  ]
  return (
    <ListTable
      list={list}
      label={t('lines')}
      columns={columns}
      keyOf={(row) => String(row.number)}
      search={t('searchLines')}
      filters={[
        {
          key: 'state',
          label: t('filterState'),
          kind: 'choice',
          options: states.map((value) => ({ value, label: t(`line_${value}`) })),
        },
      ]}
      empty={{ topic: 'lines', title: t('linesEmpty') }}
    />
  )
}
