import { generateKeyPairSync, sign } from 'node:crypto'

import type { Letter } from '../../../cashier/notifier.ts'
import type { Provider } from '../../../contract/providers.ts'

type Fields = Record<string, string>
type Forger = { next(below: number): number; proof: string }

const { privateKey: strangerKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})

/** What makes the notify of a trade that nobody paid say that it is paid, at each provider. */
export const paidClaims: Record<Provider, Record<string, string>> = {
  alipay: { trade_status: 'TRADE_SUCCESS' },
  epay: { trade_status: 'TRADE_SUCCESS' },
  usdt: { status: '2' },
  stripe: { type: 'checkout.session.completed', payment_status: 'paid', payment_intent: 'pi_1' },
  wechat: { trade_state: 'SUCCESS', transaction_id: '4200000000' },
}

/** Each makes a wrong notify from a right one. Changes that keep the meaning are left out below. */
const FORGERIES: ((fields: Fields, forger: Forger) => Fields)[] = [
  (fields, forger) => turnBit(fields, anyName(fields, forger), forger),
  (fields, forger) => turnBit(fields, forger.proof, forger),
  (fields) => withAmount(fields, '0.01'),
  (fields) => withAmount(fields, '100000.00'),
  (fields, { next }) => ({ ...fields, [numberField(fields)]: `${fields[numberField(fields)]}${next(10)}` }),
  (fields, forger) => swapTwo(fields, forger),
  (fields, forger) => without(fields, anyName(fields, forger)),
  (fields, { proof }) => without(fields, proof),
  (fields, { proof }) => ({ ...fields, [proof]: '' }),
  (fields) => ({ ...fields, sign_type: 'RSA' }),
  (fields) => ({ ...fields, sign_type: 'none' }),
  (fields, { next }) => ({ ...fields, [`extra${next(1000)}`]: '1' }),
  (fields, { proof }) => ({ ...fields, [proof]: signAsStranger(fields, proof) }),
  (fields) => ({ ...fields, trade_status: 'TRADE_FINISHED' }),
  (fields, { proof }) => ({ ...fields, [proof]: Buffer.from(fields[proof] ?? '').toString('base64') }),
]

/** `count` forgeries of one right letter; the same seed gives the same forgeries. */
export function forgeNotifies(letter: Letter, { count, seed }: { count: number; seed: number }): Letter[] {
  const wire = wireOf(letter)
  const right = wire.read(letter)
  const forger = { next: makeRandom(seed), proof: wire.proof(right) }
  const meaningOf = (fields: Fields) => JSON.stringify(Object.entries(wire.meaning(fields)).sort())
  const forged: Letter[] = []
  for (let index = 0; forged.length < count; index += 1) {
    const fields = FORGERIES[index % FORGERIES.length]!({ ...right }, forger)
    if (meaningOf(fields) !== meaningOf(right)) forged.push(wire.write(letter, fields))
  }
  return forged
}

/**
 * How a letter is read and written again. `meaning`: what it says and proves; a change that leaves that alone is no
 * forgery.
 */
type Wire = {
  proof(fields: Fields): string
  read(letter: Letter): Fields
  write(letter: Letter, fields: Fields): Letter
  meaning(fields: Fields): Fields
}

function wireOf({ headers, isJson }: Letter): Wire {
  return headers ? signedInHeaders : isJson ? flatJson : asForm
}

const decoded = (text = '') => Buffer.from(text, 'base64').toString('hex')

/** Base64 has spare bits; EPay ignores sign_type and empty values and reads its signature in either case. */
const asForm: Wire = {
  proof: () => 'sign',
  read: ({ form, url }) => Object.fromEntries(new URLSearchParams(form ?? url.split('?')[1])),
  write(letter, fields) {
    const text = new URLSearchParams(fields).toString()
    return letter.form === null ? { ...letter, url: `${letter.url.split('?')[0]}?${text}` } : { ...letter, form: text }
  },
  meaning({ sign: proof = '', ...fields }) {
    if (!('pid' in fields)) return { ...fields, sign: decoded(proof) }
    return { ...said(fields), sign_type: fields['sign_type'] || 'MD5', sign: proof.toLowerCase() }
  },
}

/** One flat object: what was a number stays one where it still can be. */
const flatJson: Wire = {
  proof: () => 'signature',
  read: ({ form }) => texts(JSON.parse(form!) as Record<string, string | number>),
  write(letter, fields) {
    const before = JSON.parse(letter.form!) as Record<string, string | number>
    const typed = Object.entries(fields).map(([name, text]) => {
      const isNumber = typeof before[name] === 'number' && text !== '' && String(Number(text)) === text
      return [name, isNumber ? Number(text) : text]
    })
    return { ...letter, form: JSON.stringify(Object.fromEntries(typed)) }
  },
  meaning: ({ signature = '', ...fields }) => ({ ...said(fields), signature: signature.toLowerCase() }),
}

/** Any other letter of the body is another body. Of the headers, those count that prove something. */
const signedInHeaders: Wire = {
  proof: (fields) => Object.keys(fields).find((name) => name.endsWith('-signature'))!,
  read: ({ form, headers = {} }) => ({ ...without(headers, 'content-type'), body: form! }),
  write(letter, { body = '', ...headers }) {
    return { ...letter, form: body, headers: { ...headers, 'content-type': letter.headers!['content-type']! } }
  },
  meaning({ body = '', ...headers }) {
    const { 'stripe-signature': stripe, 'wechatpay-signature': wechat, ...rest } = headers
    const named = Object.entries(rest).filter(([name]) => name.startsWith('wechatpay-'))
    return { ...Object.fromEntries(named), body, ...(stripe ? { stripe } : {}), wechat: decoded(wechat) }
  },
}

function texts(fields: Record<string, string | number>): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))
}

function said(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
}

function anyName(fields: Fields, { next }: Forger): string {
  const names = Object.keys(fields)
  return names[next(names.length)]!
}

/** In a body the amount is one of its letters. */
function withAmount(fields: Fields, yuan: string): Fields {
  const { body } = fields
  if (body !== undefined) return { ...fields, body: body.replace(/("amount_total":)\d+/, `$1${Number(yuan) * 100}`) }
  const name = ['money', 'total_amount', 'amount'].find((one) => one in fields)!
  return { ...fields, [name]: yuan }
}

function numberField(fields: Fields): string {
  return ['out_trade_no', 'order_id', 'body'].find((one) => one in fields)!
}

function turnBit(fields: Fields, name: string, { next }: Forger): Fields {
  const value = fields[name] ?? ''
  if (value === '') return { ...fields, [name]: 'x' }
  const at = next(value.length)
  const turned = String.fromCharCode(value.charCodeAt(at) ^ (1 << next(5)))
  return { ...fields, [name]: `${value.slice(0, at)}${turned}${value.slice(at + 1)}` }
}

/** A body is no header, so it changes places with none. */
function swapTwo(fields: Fields, forger: Forger): Fields {
  const rest = without(fields, 'body')
  const [one, two] = [anyName(rest, forger), anyName(rest, forger)]
  return { ...fields, [one]: fields[two]!, [two]: fields[one]! }
}

function without(fields: Fields, name: string): Fields {
  const { [name]: _dropped, ...rest } = fields
  return rest
}

function signAsStranger(fields: Fields, proof: string): string {
  const { body, 'wechatpay-timestamp': at, 'wechatpay-nonce': nonce } = fields
  const text = Object.keys(fields)
    .filter((name) => name !== proof && name !== 'sign_type')
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&')
  return sign('RSA-SHA256', Buffer.from(at ? `${at}\n${nonce}\n${body}\n` : text), strangerKey).toString('base64')
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
