import { Checkbox } from '@mantine/core'

import { Sheet } from '../../../ui/components/sheet.tsx'
import { useWords } from '../../words/language.ts'
import css from './columns-sheet.module.css'
import type { Column } from './table-types.ts'
import type { List } from './use-list.ts'

type Props<Row> = {
  opened: boolean
  onClose: () => void
  list: List<Row>
  columns: readonly Column<Row>[]
  shown: readonly Column<Row>[]
}

/** Which columns a table has. The first names the row and stays. */
export function ColumnsSheet<Row>({ opened, onClose, list, columns, shown }: Props<Row>) {
  const t = useWords('table')
  const base = useWords('base')
  const keys = new Set(shown.map(({ key }) => key))
  const toggle = (key: string) => {
    if (!keys.delete(key)) keys.add(key)
    const chosen = columns.map((column) => column.key).filter((name) => keys.has(name))
    const isUsual = columns.every(({ key: name, extra }) => keys.has(name) === !extra)
    list.change({ columns: isUsual ? null : chosen }, 'replace')
  }
  return (
    <Sheet opened={opened} onClose={onClose} title={t('columns')} closeLabel={base('close')}>
      <div className={css.columns}>
        {columns.slice(1).map(({ key, label }) => (
          <Checkbox key={key} label={label} checked={keys.has(key)} onChange={() => toggle(key)} />
        ))}
      </div>
    </Sheet>
  )
}
