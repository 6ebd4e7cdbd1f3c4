import { BILL_MAX_BYTES } from '../../../../contract/console/choices.ts'
import { refuseBill } from './bill-line.ts'
import { isZip, unzip } from './unzip.ts'

/** The texts of a bill: one table, or those of an archive. Chinese banks and their programs still write GBK. */
export function readFile(bytes: Buffer): string[] {
  if (bytes.length > BILL_MAX_BYTES) return refuseBill('bill.too_large')
  const texts = (isZip(bytes) ? unzip(bytes) : [bytes]).map(decode)
  return texts.length > 0 ? texts : refuseBill('bill.unreadable')
}

function decode(bytes: Buffer): string {
  const encodings = bytes[0] === 0xff && bytes[1] === 0xfe ? ['utf-16le'] : ['utf-8', 'gb18030']
  for (const encoding of encodings) {
    const text = decodeAs(encoding, bytes)
    // oxlint-disable-next-line no-control-regex -- a table has none of these, a picture or a program has many
    if (text !== null) return /[\0-\x08\x0b\x0c\x0e-\x1f]/.test(text) ? refuseBill('bill.unreadable') : text
  }
  return refuseBill('bill.unreadable')
}

function decodeAs(encoding: string, bytes: Buffer): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
