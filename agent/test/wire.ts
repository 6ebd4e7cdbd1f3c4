/** Just enough of the protobuf wire format to read and write an engine's messages without its own definitions. */
export type Fields = Map<number, (bigint | Buffer)[]>

export function decode(message: Buffer): Fields {
  const fields: Fields = new Map()
  let at = 0
  const varint = () => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = message[at++]!
      value |= BigInt(byte & 127) << shift
      if (byte < 128) return value
    }
  }
  while (at < message.length) {
    const key = Number(varint())
    let value: bigint | Buffer
    if ((key & 7) === 0) value = varint()
    else {
      if ((key & 7) !== 2) throw new Error(`wire type ${key & 7} is not expected here`)
      const length = Number(varint())
      value = message.subarray(at, at + length)
      at += length
    }
    fields.set(key >> 3, [...(fields.get(key >> 3) ?? []), value])
  }
  return fields
}

export const textOf = (fields: Fields, field: number) => String(fields.get(field)?.at(-1) ?? '')
export const partsOf = (fields: Fields, field: number) =>
  (fields.get(field) ?? []).map((part) => decode(part as Buffer))
export const bytesOf = (fields: Fields, field: number) => fields.get(field)?.at(-1) as Buffer

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = BigInt(value)
  do {
    bytes.push(Number(rest & 127n) | (rest > 127n ? 128 : 0))
    rest >>= 7n
  } while (rest > 0n)
  return Buffer.from(bytes)
}

/** Pairs of field number and value. A zero is left out, as engines do. */
export function encode(...fields: [number, number | string | Buffer][]): Buffer {
  return Buffer.concat(
    fields.flatMap(([field, value]) => {
      if (value === 0) return []
      if (typeof value === 'number') return [varint(field << 3), varint(value)]
      const bytes = Buffer.from(value)
      return [varint((field << 3) | 2), varint(bytes.length), bytes]
    }),
  )
}
