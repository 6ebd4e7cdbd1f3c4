import { useQuery } from '@tanstack/react-query'

import { consoleApi } from '../../../contract/console/api.ts'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { Select } from '../form/fields.tsx'

type Chosen = { listId: number; name: string }
type Props = { chosen: Chosen | null; onChange: (list: Chosen) => void }

/** Chooses a price list; the first one is preselected. Members who may not see prices have no choice. */
export function ListField({ chosen, onChange }: Props) {
  const t = useWords('resellers')
  const maySee = useMay()('prices.read')
  const query = useQuery({
    queryKey: [consoleApi.priceLists.list.path],
    queryFn: () => call(consoleApi.priceLists.list, {}),
    enabled: maySee,
  })
  const lists = query.data?.rows ?? []
  if (lists.length === 0) return null
  return (
    <Select
      name="listId"
      label={t('list')}
      data={lists.map(({ listId, name }) => ({ value: String(listId), label: name }))}
      value={String((chosen ?? lists[0]!).listId)}
      allowDeselect={false}
      onChange={(value) => {
        const list = lists.find(({ listId }) => String(listId) === value)
        if (list) onChange(list)
      }}
    />
  )
}
