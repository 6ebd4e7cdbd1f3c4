/** A named parameter of the page's address, null when it is absent. */
export function readQueryParam(name: string, search: string = location.search): string | null {
  return new URLSearchParams(search).get(name)
}
