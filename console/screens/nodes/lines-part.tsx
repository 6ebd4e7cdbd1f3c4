import { consoleApi } from '../../../contract/console/api.ts'
import type { NodeLine } from '../../../contract/console/nodes.ts'
import type { Line } from '../../../contract/lines.ts'
import { lineLook } from '../../../ui/components/line-look.ts'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { When } from '../../features/show/when.tsx'
import { ListTable } from '../../features/table/list-table.tsx'
import type { Column } from '../../features/table/table-types.ts'
import { useList } from '../../features/table/use-list.ts'
import { useWords } from '../../words/language.ts'

const states = ['installing', 'active', 'suspended', 'moving', 'failed'] as const

type Props = { nodeId: number } & Pick<Line, 'nodeState' | 'nodeCheck'>

/** The lines on this node with their users. */
export function LinesPart({ nodeId, nodeState, nodeCheck }: Props) {
  const t = useWords('nodes')
  const words = useWords('states')
  const list = useList(consoleApi.nodes.lines, { filters: ['state'], fixed: { nodeId } })
  const columns: Column<NodeLine>[] = [
    { key: 'user', label: t('colUser'), card: 'title', render: (row) => row.userName },
    {
      key: 'state',
      label: t('colState'),
      card: 'end',
      render: (row) => {
        const { tone, word } = lineLook({ ...row, nodeState, nodeCheck })
        return <StateWord tone={tone}>{words(word)}</StateWord>
      },
    },
    { key: 'number', label: '#', sort: 'number', align: 'right', card: 'hidden', render: (row) => row.number },
    { key: 'reseller', label: t('colReseller'), align: 'right', card: 'hidden', render: (row) => row.resellerId },
    { key: 'since', label: t('colSince'), card: 'under', render: (row) => <When at={row.since} /> },
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
          options: states.map((value) => ({ value, label: words(value) })),
        },
      ]}
      empty={{ topic: 'lines', title: t('linesEmpty') }}
    />
  )
}
