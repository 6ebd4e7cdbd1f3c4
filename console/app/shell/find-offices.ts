/** By a part of the name or the beginning of the key. */
export function findOffices<T extends { id: number; title: string }>(resellers: readonly T[], search: string): T[] {
  const text = search.trim().toLowerCase()
  return resellers.filter(({ id, title }) => title.toLowerCase().includes(text) || String(id).startsWith(text))
}
