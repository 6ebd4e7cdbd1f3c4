import type { KeyboardEvent, RefObject } from 'react'

type Options<Row> = {
  body: RefObject<HTMLTableSectionElement | null>
  rows: readonly Row[]
  open: ((row: Row) => void) | null
  toggle: ((row: Row) => void) | null
}

/**
 * Arrows move through the rows, Enter opens one, the space bar selects it. Keys inside a field or button are left
 * alone.
 */
export function useRowKeys<Row>({ body, rows, open, toggle }: Options<Row>) {
  return (event: KeyboardEvent) => {
    const { target, key } = event
    if (!(target instanceof HTMLTableRowElement) || target.parentElement !== body.current) return
    const at = Number(target.dataset['row'])
    const row = rows[at]
    const to = targetOf(key, at, rows.length)
    if (to !== null) body.current?.querySelector<HTMLElement>(`tr[data-row="${to}"]`)?.focus()
    else if (key === 'Enter' && open && row !== undefined) open(row)
    else if (key === ' ' && toggle && row !== undefined) toggle(row)
    else return
    event.preventDefault()
  }
}

/** The row that a key leads to; null for any other key. */
export function targetOf(key: string, at: number, count: number): number | null {
  const last = count - 1
  switch (key) {
    case 'ArrowDown':
      return Math.min(at + 1, last)
    case 'ArrowUp':
      return Math.max(at - 1, 0)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}
