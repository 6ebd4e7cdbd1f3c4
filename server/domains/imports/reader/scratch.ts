const FIRST_BYTES = 16 * 1024

/** The one value that is being read. It grows to its limit and no further: what is longer is only counted as such. */
export class Scratch {
  /** Off: the value that is being read is passed over. */
  isKeeping = true
  readonly #maxBytes: number
  #bytes = Buffer.alloc(FIRST_BYTES)
  #length = 0
  #isTooLong = false

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  add(chunk: Buffer, from: number, to: number): void {
    if (!this.#makeRoom(to - from)) return
    chunk.copy(this.#bytes, this.#length, from, to)
    this.#length += to - from
  }

  addByte(byte: number): void {
    if (!this.#makeRoom(1)) return
    this.#bytes[this.#length] = byte
    this.#length++
  }

  /** What was kept, until the next value begins; null when it was too long, or not wanted. */
  take(): Buffer | null {
    const taken = this.isKeeping && !this.#isTooLong ? this.#bytes.subarray(0, this.#length) : null
    this.isKeeping = true
    this.#length = 0
    this.#isTooLong = false
    return taken
  }

  #makeRoom(bytes: number): boolean {
    const wanted = this.#length + bytes
    if (!this.isKeeping || this.#isTooLong) return false
    if (wanted > this.#maxBytes) {
      this.#isTooLong = true
      return false
    }
    if (wanted > this.#bytes.length) {
      const larger = Buffer.alloc(Math.min(this.#maxBytes, Math.max(wanted, this.#bytes.length * 2)))
      this.#bytes.copy(larger, 0, 0, this.#length)
      this.#bytes = larger
    }
    return true
  }
}
