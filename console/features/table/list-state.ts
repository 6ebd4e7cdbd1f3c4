/** The whole state of a list, as its address holds it: a link shows the same rows to everybody who may see them. */
export type ListState = {
  search: string
  /** A column, with `-` before it for descending order; null: the server's order. */
  sort: string | null
  cursor: string | null
  /** Only active filters. */
  filters: Readonly<Record<string, string>>
  /** Shown columns in the table's order; null: the default ones. */
  columns: readonly string[] | null
}

/** Names in the address that no filter may use. */
const OWN = { search: 'q', sort: 'sort', cursor: 'cursor', columns: 'cols' } as const

/** Reads the parts of the address that this list knows. */
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

/** Writes the state as an address without empty parts. Keeps parts of the address that belong to others. */
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

/** Applies a change. If the rows change, the current page means nothing any more, so drop it. */
export function changed(state: ListState, change: Partial<Omit<ListState, 'cursor'>>): ListState {
  const isSameList = Object.keys(change).every((name) => name === 'columns')
  return { ...state, ...change, cursor: isSameList ? state.cursor : null }
}

/** Sets a filter, or removes it if the value is empty. */
export function withFilter(state: ListState, key: string, value: string): ListState {
  const { [key]: _old, ...others } = state.filters
  return changed(state, { filters: value === '' ? others : { ...others, [key]: value } })
}

/** First ascending, then descending, then the server's order. */
export function nextSort(current: string | null, column: string): string | null {
  if (current === column) return `-${column}`
  return current === `-${column}` ? null : column
}

export function isNarrowed({ search, filters }: ListState): boolean {
  return search !== '' || Object.keys(filters).length > 0
}
