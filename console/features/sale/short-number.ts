/** The first part of an order's number is enough to identify it. The search accepts it too. */
export function shortNumber(id: string): string {
  return id.slice(0, 8)
}
