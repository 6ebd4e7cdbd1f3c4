type Value = string | { [name: string]: Value }
export type Fields = { [name: string]: Value }

/** `a[b][0]=c` as nested fields. Null when a field comes twice: which one would count? */
export function readNested(body: string): Fields | null {
  const fields: Fields = {}
  for (const [name, value] of new URLSearchParams(body)) {
    const path = [...name.matchAll(/[^[\]]+/g)].map(([part]) => part)
    const last = path.pop()
    if (last === undefined || path.includes('__proto__') || last === '__proto__') return null
    let at: Fields = fields
    for (const part of path) {
      const next = (at[part] ??= {})
      if (typeof next === 'string') return null
      at = next
    }
    if (last in at) return null
    at[last] = value
  }
  return fields
}

export function textAt(fields: Fields, ...path: string[]): string | null {
  const found = path.reduce<Value | undefined>((at, part) => (typeof at === 'object' ? at[part] : undefined), fields)
  return typeof found === 'string' ? found : null
}

/** The flat texts below a name: metadata. */
export function textsAt(fields: Fields, ...path: string[]): Record<string, string> {
  const found = path.reduce<Value | undefined>((at, part) => (typeof at === 'object' ? at[part] : undefined), fields)
  if (typeof found !== 'object') return {}
  return Object.fromEntries(
    Object.entries(found).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
}
