import { isUtf8 } from 'node:buffer'

export type Charset = {
  name: string
  decode(bytes: Buffer): string
  /** Bytes that begin a character of two bytes, where the second may be a backslash. */
  leadBytes: Uint8Array | null
}

/** The character sets of MySQL that a file can be in, and what the platform calls them. */
const LABELS: Record<string, string> = {
  latin1: 'windows-1252',
  gbk: 'gbk',
  gb2312: 'gbk',
  gb18030: 'gb18030',
  big5: 'big5',
  sjis: 'shift_jis',
  cp932: 'shift_jis',
  euckr: 'euc-kr',
  cp1251: 'windows-1251',
  latin2: 'iso-8859-2',
}
const WITH_BACKSLASH = ['gbk', 'gb2312', 'gb18030', 'big5', 'sjis', 'cp932']

export const utf8: Charset = { name: 'utf8mb4', decode: (bytes) => bytes.toString('utf8'), leadBytes: null }

/** Null for one that we cannot read. */
export function findCharset(name: string): Charset | null {
  const known = name.toLowerCase()
  if (['utf8', 'utf8mb3', 'utf8mb4', 'ascii', 'binary', 'default'].includes(known)) return utf8
  const label = LABELS[known]
  if (label === undefined) return null
  const decoder = new TextDecoder(label)
  return {
    name: known,
    // Panels that write UTF-8 by a connection in latin1 are dumped so.
    decode: (bytes) => (known === 'latin1' && isUtf8(bytes) ? utf8.decode(bytes) : decoder.decode(bytes)),
    leadBytes: WITH_BACKSLASH.includes(known) ? leadBytesOf(known) : null,
  }
}

function leadBytesOf(name: string): Uint8Array {
  const isJapanese = name === 'sjis' || name === 'cp932'
  const isLead = (byte: number) => byte >= 0x81 && byte <= 0xfe && !(isJapanese && byte >= 0xa0 && byte <= 0xdf)
  return Uint8Array.from({ length: 256 }, (_, byte) => (isLead(byte) ? 1 : 0))
}
