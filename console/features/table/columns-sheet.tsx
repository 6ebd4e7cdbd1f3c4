import { Checkbox } from '@mantine/core'

import { Sheet } from '../../../ui/components/sheet.tsx'
import { useWords } from '../../words/language.ts'
import css from './columns-sheet.module.css'
import type { List } from './use-list.ts'

type Choice = { key: string; label: string; isExtra: boolean }
type Props = {
  opened: boolean
  onClose: () => void
  list: List<unknown>
  columns: readonly Choice[]
  shown: readonly string[]
}

/** Chooses a table's columns. The first column identifies the row and always stays. */
export default function ColumnsSheet({ opened, onClose, list, columns, shown }: Props) {
  const t = useWords('table')
  const base = useWords('base')
  const keys = new Set(shown)
  const toggle = (key: string) => {
    if (!keys.delete(key)) keys.add(key)
    const chosen = columns.map((column) => column.key).filter((name) => keys.has(name))
    const isUsual = columns.every(({ key: name, isExtra }) => keys.has(name) !== isExtra)
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
