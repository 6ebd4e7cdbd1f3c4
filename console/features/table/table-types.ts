import type { ReactNode } from 'react'

import type { EmptyTopic } from '../../../ui/components/empty-part.tsx'
import type { List } from './use-list.ts'

export type Column<Row> = {
  key: string
  label: string
  /** Null: this row has nothing to show here. */
  render: (row: Row) => ReactNode
  /** Key that the server sorts by. Without it the heading is no button. */
  sort?: string
  align?: 'right'
  width?: number
  /** Hidden until a member chooses it. */
  extra?: true
  /**
   * On a phone's row: the title, at its end, beneath the title or beneath the end without a label, or hidden. Default: a
   * line with the column's label, for lists whose rows do not open.
   */
  card?: 'title' | 'end' | 'under' | 'underEnd' | 'hidden'
}

export type FilterField = {
  key: string
  label: string
  /** The list can also show everybody but those. */
  canTurn?: true
} & (
  | { kind: 'choice'; options: readonly { value: string; label: string }[] }
  | { kind: 'number'; unit?: string }
  | { kind: 'text' }
  /** Typed in yuan; the address and the server use fen. */
  | { kind: 'money' }
  | { kind: 'day' }
)

/** A frequent question as one button: it sets these filters and clears all others. */
export type Preset = { label: string; filters: Readonly<Record<string, string>> }

export type Selection = {
  keys: ReadonlySet<string>
  set: (keys: ReadonlySet<string>) => void
}

export type ListTableProps<Row> = {
  list: List<Row>
  /** Describes the table to screen readers. */
  label: string
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string
  /** The address that a row opens. */
  to?: (row: Row) => string
  /** Actions of one row: at its end on a desktop, in the card on a phone. */
  action?: (row: Row) => ReactNode
  /** Describes what the search covers. Without it there is no search. */
  search?: string
  filters?: readonly FilterField[]
  presets?: readonly Preset[]
  /** The list's name for saved views. Without it there are none. */
  views?: string
  empty: { topic: EmptyTopic; title: string; text?: string; action?: ReactNode }
  /** Actions for selected rows. Without it no row can be selected. */
  bulk?: (keys: readonly string[], clear: () => void) => ReactNode
}
