type Filters = Readonly<Record<string, string>>

/** The address names the filters that are meant the other way round: `not=package,node`. */
export const NOT = 'not'

export function isTurned(filters: Filters, key: string): boolean {
  return (filters[NOT] ?? '').split(',').includes(key)
}

export function turnFilter(filters: Filters, key: string, isOn: boolean): Filters {
  const others = (filters[NOT] ?? '').split(',').filter((name) => name !== '' && name !== key)
  return { ...filters, [NOT]: [...others, ...(isOn ? [key] : [])].join(',') }
}

/** Leaves out filters without a value, and what was turned of them. */
export function activeFilters(filters: Filters): Filters {
  const active = Object.entries(filters).filter(([key, value]) => value !== '' && key !== NOT)
  const turned = active.map(([key]) => key).filter((key) => isTurned(filters, key))
  return { ...Object.fromEntries(active), ...(turned.length > 0 ? { [NOT]: turned.join(',') } : {}) }
}
