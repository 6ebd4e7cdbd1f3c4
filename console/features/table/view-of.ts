/** What a view keeps of the address: everything but the page one stands on, in one order. */
export function viewOf(address: URLSearchParams): string {
  const kept = new URLSearchParams(address)
  kept.delete('cursor')
  kept.sort()
  return kept.toString()
}
