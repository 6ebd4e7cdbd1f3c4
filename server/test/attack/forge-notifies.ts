import { generateKeyPairSync, sign } from 'node:crypto'

import type { Letter } from '../../../cashier/notifier.ts'

type Fields = Record<string, string>
type Forger = { next(below: number): number; strangerKey: string }

const { privateKey: strangerKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})

/** Each makes a wrong notify from a right one. Changes that keep the meaning are left out below. */
const FORGERIES: ((fields: Fields, forger: Forger) => Fields)[] = [
  (fields, forger) => turnBit(fields, Object.keys(fields)[forger.next(Object.keys(fields).length)]!, forger),
  (fields, forger) => turnBit(fields, 'sign', forger),
  (fields) => ({ ...fields, [amountField(fields)]: '0.01' }),
  (fields) => ({ ...fields, [amountField(fields)]: '100000.00' }),
  (fields, forger) => ({ ...fields, out_trade_no: `${fields['out_trade_no']}${forger.next(10)}` }),
  (fields, forger) => swapTwo(fields, forger),
  (fields, forger) => without(fields, Object.keys(fields)[forger.next(Object.keys(fields).length)]!),
  (fields) => without(fields, 'sign'),
  (fields) => ({ ...fields, sign: '' }),
  (fields) => ({ ...fields, sign_type: 'RSA' }),
  (fields) => ({ ...fields, sign_type: 'none' }),
  (fields, forger) => ({ ...fields, [`extra${forger.next(1000)}`]: '1' }),
  (fields, forger) => ({ ...fields, sign: signAsStranger(fields, forger.strangerKey) }),
  (fields) => ({ ...fields, trade_status: 'TRADE_FINISHED', sign: fields['sign'] ?? '' }),
  (fields) => ({ ...fields, sign: Buffer.from(fields['sign'] ?? '').toString('base64') }),
]

/** `count` forgeries of one right letter; the same seed gives the same forgeries. */
export function forgeNotifies(letter: Letter, { count, seed }: { count: number; seed: number }): Letter[] {
  const right = Object.fromEntries(new URLSearchParams(letter.form ?? letter.url.split('?')[1]))
  const forger = { next: makeRandom(seed), strangerKey }
  const forged: Letter[] = []
  for (let index = 0; forged.length < count; index += 1) {
    const fields = FORGERIES[index % FORGERIES.length]!({ ...right }, forger)
    if (isSame(fields, right)) continue
    const text = new URLSearchParams(fields).toString()
    forged.push(
      letter.form === null ? { ...letter, url: `${letter.url.split('?')[0]}?${text}` } : { ...letter, form: text },
    )
  }
  return forged
}

/**
 * Whether a changed notify still says and proves the same. Base64 has spare bits; EPay ignores sign_type and empty
 * values and reads its signature in either case: such a change is not a forgery.
 */
function isSame(fields: Fields, right: Fields): boolean {
  return meaningOf(fields) === meaningOf(right)
}

function meaningOf({ sign = '', ...fields }: Fields): string {
  const isEpay = 'pid' in fields
  const proof = isEpay ? sign.toLowerCase() : Buffer.from(sign, 'base64').toString('hex')
  const said = isEpay ? { ...fields, sign_type: fields['sign_type'] || 'MD5' } : fields
  const parts = Object.entries(said).filter(([, value]) => !isEpay || value !== '')
  return JSON.stringify([proof, parts.sort(([a], [b]) => (a < b ? -1 : 1))])
}

function amountField(fields: Fields): string {
  return 'money' in fields ? 'money' : 'total_amount'
}

function turnBit(fields: Fields, name: string, { next }: Forger): Fields {
  const value = fields[name] ?? ''
  if (value === '') return { ...fields, [name]: 'x' }
  const at = next(value.length)
  const turned = String.fromCharCode(value.charCodeAt(at) ^ (1 << next(5)))
  return { ...fields, [name]: `${value.slice(0, at)}${turned}${value.slice(at + 1)}` }
}

function swapTwo(fields: Fields, { next }: Forger): Fields {
  const names = Object.keys(fields)
  const [one, two] = [names[next(names.length)]!, names[next(names.length)]!]
  return { ...fields, [one]: fields[two]!, [two]: fields[one]! }
}

function without(fields: Fields, name: string): Fields {
  const { [name]: _dropped, ...rest } = fields
  return rest
}

function signAsStranger(fields: Fields, key: string): string {
  const text = Object.keys(fields)
    .filter((name) => name !== 'sign' && name !== 'sign_type')
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&')
  return sign('RSA-SHA256', Buffer.from(text), key).toString('base64')
}

/** Small and repeatable (mulberry32): a failing seed can be run again. */
function makeRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * below)
  }
}
