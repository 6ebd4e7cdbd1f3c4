/** Shows enough for the owner to recognise it, too little for anybody else: `zhangwei` → `z***i`. */
export function maskName(name: string): string {
  const signs = [...name]
  return signs.length < 3 ? '***' : `${signs[0]}***${signs.at(-1)}`
}

/** A mail address keeps its domain: `m***@example.com`. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return at < 1 ? '***' : `${address[0]}***${address.slice(at)}`
}
