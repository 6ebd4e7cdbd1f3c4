type Named = { id: number; title: string }

/** By a part of the name, or by how the key begins. */
export function findOffices<T extends Named>(resellers: readonly T[], search: string): T[] {
  const text = search.trim().toLowerCase()
  return resellers.filter(({ id, title }) => title.toLowerCase().includes(text) || String(id).startsWith(text))
}
