/** The first part of an order's number is enough to name it; the search takes it too. */
export function shortNumber(id: string): string {
  return id.slice(0, 8)
}
