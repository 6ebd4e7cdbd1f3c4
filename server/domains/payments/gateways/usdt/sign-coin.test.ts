import { expect, test } from 'vitest'

import type { OpenMerchant } from '../../merchants/merchant.ts'
import { isSignedCoin, signCoin } from './sign-coin.ts'
import { usdt } from './usdt.ts'

const KEY = 'epusdt_password_xasddawqe'
const by = { dialect: 'bepusdt', key: KEY } as const

test('the worked example of the documents comes out', () => {
  const fields = {
    order_id: '20220201030210321',
    amount: 42,
    notify_url: 'http://example.com/notify',
    redirect_url: 'http://example.com/redirect',
  }
  for (const dialect of ['bepusdt', 'gmpay', 'epusdt'] as const)
    expect(signCoin(fields, { dialect, key: KEY })).toBe('1cd4b52df5587cfb1968b0c0c6e156cd')
})

const textOf = (value: unknown, dialect: 'bepusdt' | 'gmpay') =>
  // The same text signs the same: what a number is signed as, said by a text.
  ['0', '100', '0.01', '999999', '1e+06', '1.2345675e+06', '1000000', '1234567.5', '1e-05', '0.00001', 'true'].find(
    (text) => signCoin({ a: value }, { dialect, key: KEY }) === signCoin({ a: text }, { dialect, key: KEY }),
  )

test.each([
  [0, '0', '0'],
  [100.0, '100', '100'],
  [0.01, '0.01', '0.01'],
  [999_999, '999999', '999999'],
  [1_000_000, '1e+06', '1000000'],
  [1_234_567.5, '1.2345675e+06', '1234567.5'],
  [0.00001, '1e-05', '0.00001'],
  [true, 'true', 'true'],
])('%s is signed as %s by BEpusdt, as %s by the others', (value, first, second) => {
  expect(textOf(value, 'bepusdt')).toBe(first)
  expect(textOf(value, 'gmpay')).toBe(second)
})

test('a text stays as it came, an unknown field counts, what is empty does not', () => {
  const signature = signCoin({ actual_amount: '11.20', order_id: 'A' }, by)
  expect(isSignedCoin({ actual_amount: '11.20', order_id: 'A', note: '', more: null, signature }, by)).toBe(true)
  expect(isSignedCoin({ actual_amount: 11.2, order_id: 'A', signature }, by)).toBe(false)
  expect(isSignedCoin({ actual_amount: '11.20', order_id: 'A', extra: 1, signature }, by)).toBe(false)
  expect(
    isSignedCoin({ order_id: 'A', signature: signCoin({ order_id: 'A' }, { ...by, key: '' }) }, { ...by, key: '' }),
  ).toBe(false)
})

const merchant = { appId: '1000', secret: KEY, settings: { dialect: 'bepusdt' } } as unknown as OpenMerchant
const read = (text: string) => usdt.notify.read(merchant, { text, headers: {}, now: new Date() })

test.each(['', '[]', 'null', '"x"', '{"a":{"b":1}}', '{"a":[1]}', '{"signature":1}', '{"a":"\\u0000"}', '{'])(
  'reads nothing from %s',
  (text) => {
    expect(read(text)).toBe(null)
  },
)

test('reads what BEpusdt says of an order, its coins as a text', () => {
  const fields = { trade_id: 'T', order_id: 'N', amount: 11.2, actual_amount: '1.50', token: 'A', status: 2 }
  expect(read(JSON.stringify({ ...fields, signature: signCoin(fields, by) }))).toMatchObject({
    outTradeNo: 'N',
    gatewayRef: 'T',
    amountFen: 1120,
    says: 'paid',
    wrongField: null,
  })
  const waiting = { ...fields, status: 1 }
  expect(read(JSON.stringify({ ...waiting, signature: signCoin(waiting, by) }))).toMatchObject({ says: 'nothing' })
})
