/** Enough for its owner to know it, too little for anybody else: `zhangwei` → `z***i`. */
export function maskName(name: string): string {
  const signs = [...name]
  return signs.length < 3 ? '***' : `${signs[0]}***${signs.at(-1)}`
}
