/** Makes one printable line: an operator's name may hold line breaks, half an emoji or only invisible characters. */
export function cleanName(name: string): string {
  const text = name
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
  return text || '-'
}

/** Clients refuse a whole document when two of its names are equal. */
export function uniqueNames(names: readonly string[], taken: readonly string[] = []): string[] {
  const used = new Set(taken)
  return names.map((name) => {
    let candidate = name
    for (let count = 2; used.has(candidate); count += 1) candidate = `${name} ${count}`
    used.add(candidate)
    return candidate
  })
}
