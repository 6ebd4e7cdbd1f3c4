import type { ReactNode } from 'react'

export type Column<Row> = {
  key: string
  label: string
  /** Null: nothing to say about this row. */
  render: (row: Row) => ReactNode
  /** What the server sorts by; without it the head is no button. */
  sort?: string
  align?: 'right'
  width?: number
  /** Shown once somebody chooses it. */
  extra?: true
  /** On a phone's card: its name, beside its name, or left out. Else a line with the column's label. */
  card?: 'title' | 'end' | 'hidden'
}

export type FilterField = { key: string; label: string } & (
  | { kind: 'choice'; options: readonly { value: string; label: string }[] }
  | { kind: 'number'; unit?: string }
  | { kind: 'text' }
  /** Typed in yuan; the address and the server have fen. */
  | { kind: 'money' }
  | { kind: 'day' }
)

/** A question that is asked often, as one press: it sets these filters and no others. */
export type Preset = { label: string; filters: Readonly<Record<string, string>> }

export type Selection = {
  keys: ReadonlySet<string>
  set: (keys: ReadonlySet<string>) => void
}
