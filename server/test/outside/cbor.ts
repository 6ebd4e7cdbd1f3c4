export type Cbor = number | string | Uint8Array | Map<number | string, Cbor> | Cbor[]

/**
 * The few CBOR shapes that an authenticator sends, written by hand so that a test does not check a library with itself.
 */
export function encodeCbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(encodeCbor)])
  const pairs = [...value].flatMap(([key, entry]) => [encodeCbor(key), encodeCbor(entry)])
  return Buffer.concat([head(5, value.size), ...pairs])
}

function head(major: number, argument: number): Buffer {
  const kind = major << 5
  if (argument < 24) return Buffer.from([kind | argument])
  if (argument < 256) return Buffer.from([kind | 24, argument])
  return Buffer.from([kind | 25, argument >> 8, argument & 255])
}
