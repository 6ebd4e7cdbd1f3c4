import { type RefObject, useEffect, useEffectEvent } from 'react'

type Options<Row> = {
  body: RefObject<HTMLTableSectionElement | null>
  rows: readonly Row[]
  open: ((row: Row) => void) | null
  toggle: ((row: Row) => void) | null
}

/** Everything of one list: its search, filters and rows. */
export const LIST_ATTRIBUTE = 'data-list'

/**
 * Arrows move through the rows from anywhere in the list, and from the page when nothing has the focus; Enter opens the
 * row, the space bar selects it. A text field keeps its keys, but Arrow Down leaves the search for the first row.
 */
export function useRowKeys<Row>({ body, rows, open, toggle }: Options<Row>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const table = body.current
    const { target, key } = event
    if (!table || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
    if (!(target instanceof HTMLElement) || !isOfList(target, table)) return
    const focused = target.closest<HTMLElement>('tr[data-row]')
    const at = focused && table.contains(focused) ? Number(focused.dataset['row']) : -1
    const isText = target.matches('input:not([type=checkbox]), textarea, select, [contenteditable]')
    const to = isText && key !== 'ArrowDown' ? null : targetOf(key, at, rows.length)
    const row = rows[at]
    if (to !== null) table.querySelector<HTMLElement>(`tr[data-row="${to}"]`)?.focus()
    else if (target === focused && key === 'Enter' && open && row !== undefined) open(row)
    else if (target === focused && key === ' ' && toggle && row !== undefined) toggle(row)
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

function isOfList(target: HTMLElement, table: HTMLElement): boolean {
  // An opened sheet has the focus, so the page behind it does not move.
  return target === document.body || (table.closest(`[${LIST_ATTRIBUTE}]`)?.contains(target) ?? false)
}

/** The row that a key leads to; null for any other key. From outside the rows (-1), an arrow leads to the first. */
export function targetOf(key: string, at: number, count: number): number | null {
  const last = count - 1
  if (last < 0) return null
  switch (key) {
    case 'ArrowDown':
      return Math.min(at + 1, last)
    case 'ArrowUp':
      return Math.max(at - 1, 0)
    case 'Home':
      return at < 0 ? null : 0
    case 'End':
      return at < 0 ? null : last
    default:
      return null
  }
}
