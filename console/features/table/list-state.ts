/** Everything about a list that its address says: a link shows the same rows to whoever may see them. */
export type ListState = {
  search: string
  /** A column, with `-` before it when turned round; null: as the server has it. */
  sort: string | null
  cursor: string | null
  /** Only those that are set. */
  filters: Readonly<Record<string, string>>
  /** Those shown, in the table's order; null: the usual ones. */
  columns: readonly string[] | null
}

/** Names in the address that no filter may have. */
const OWN = { search: 'q', sort: 'sort', cursor: 'cursor', columns: 'cols' } as const

/** What the address says, of what this list knows. */
export function readListState(address: URLSearchParams, filterKeys: readonly string[]): ListState {
  const filters: Record<string, string> = {}
  for (const key of filterKeys) {
    const value = address.get(key)
    if (value) filters[key] = value
  }
  const columns = address.get(OWN.columns)
  return {
    search: address.get(OWN.search) ?? '',
    sort: address.get(OWN.sort) || null,
    cursor: address.get(OWN.cursor) || null,
    filters,
    columns: columns === null ? null : columns.split('.').filter((name) => name !== ''),
  }
}

/** The same as an address; what says nothing is left out. Parts of the address that are not the list's stay. */
export function writeListState(state: ListState, filterKeys: readonly string[], kept = new URLSearchParams()) {
  const address = new URLSearchParams(kept)
  const put = (name: string, value: string | null | undefined) =>
    value ? address.set(name, value) : address.delete(name)
  put(OWN.search, state.search)
  for (const key of filterKeys) put(key, state.filters[key])
  put(OWN.sort, state.sort)
  put(OWN.columns, state.columns?.join('.'))
  put(OWN.cursor, state.cursor)
  return address
}

/** Other rows: the page one stood on means nothing in them. */
export function changed(state: ListState, change: Partial<Omit<ListState, 'cursor'>>): ListState {
  const isSameList = Object.keys(change).every((name) => name === 'columns')
  return { ...state, ...change, cursor: isSameList ? state.cursor : null }
}

/** A filter set, or taken away by an empty value. */
export function withFilter(state: ListState, key: string, value: string): ListState {
  const { [key]: _old, ...others } = state.filters
  return changed(state, { filters: value === '' ? others : { ...others, [key]: value } })
}

/** First up, then down, then as the server has it. */
export function nextSort(current: string | null, column: string): string | null {
  if (current === column) return `-${column}`
  return current === `-${column}` ? null : column
}

export function isNarrowed({ search, filters }: ListState): boolean {
  return search !== '' || Object.keys(filters).length > 0
}
