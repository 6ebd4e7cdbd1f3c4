/** The parts of the address that a view keeps: all except the page, in a fixed order. */
export function viewOf(address: URLSearchParams): string {
  const kept = new URLSearchParams(address)
  kept.delete('cursor')
  kept.sort()
  return kept.toString()
}
