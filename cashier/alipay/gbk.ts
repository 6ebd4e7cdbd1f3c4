/** Node reads GBK and does not write it: the table is read from the reader. */
let table: Map<string, number> | null = null

function makeTable(): Map<string, number> {
  const reader = new TextDecoder('gbk')
  const made = new Map<string, number>()
  for (let first = 0x81; first <= 0xfe; first += 1)
    for (let second = 0x40; second <= 0xfe; second += 1) {
      const letter = reader.decode(Uint8Array.of(first, second))
      if (letter.length === 1 && letter !== '\uFFFD') made.set(letter, first * 256 + second)
    }
  return made
}

/** What GBK has no sign for becomes a question mark. */
export function toGbk(text: string): Buffer {
  table ??= makeTable()
  const bytes = [...text].flatMap((letter) => {
    const code = letter.codePointAt(0)!
    if (code < 0x80) return [code]
    const pair = table!.get(letter)
    return pair === undefined ? [0x3f] : [pair >> 8, pair & 0xff]
  })
  return Buffer.from(bytes)
}
