import { expect, test } from 'vitest'

import { BILL_MAX_BYTES } from '../../../../contract/console/choices.ts'
import type { Provider } from '../../../../contract/providers.ts'
import { Refusal } from '../../../platform/errors.ts'
import { inArchive, inGbk } from '../../../test/outside/bill-files.ts'
import { providers } from '../gateways/providers.ts'
import type { Merchant } from '../merchants/merchant.ts'
import { readFile } from './read-file.ts'

/** One account at all of them. */
const merchant = { appId: '1000', sellerId: '2088021109625633', settings: { mchId: '1601959334', currency: 'usd' } }
const OURS = '20261117abcdefghijklmnopqrstuvwx'

function read(provider: Provider, file: string | Buffer) {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file
  return providers[provider].bill!.readBill(readFile(bytes), merchant as unknown as Merchant)
}

function refusal(provider: Provider, file: string | Buffer): [string, ...string[]] {
  try {
    read(provider, file)
  } catch (error) {
    if (error instanceof Refusal) return [error.code, ...Object.keys(error.extra.fields ?? {})]
    throw error
  }
  return ['taken']
}

const LINE = '-----------------------------------------'
const ALIPAY_COLUMNS =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注'
const alipayRow = (kind: string, amount: string, refundNo = '', name = '套餐订单') =>
  `2026111722001458860515315453\t,${OURS}\t,${kind}\t,${name},2026-11-17 10:55:16,2026-11-17 10:55:23,store\t,store\t,alipay\t,\t,*水(602***@qq.com)\t,${amount},${amount},0.00,0.00,0.00,0.00,0.00,,0.00\t,0.00,${refundNo}\t,0.00,0.00,`
const alipayFile = (...rows: string[]) =>
  [
    '#支付宝业务明细查询',
    '#账号：[20880211096256330156]',
    '#起始日期：[2026年11月17日 00:00:00]   终止日期：[2026年11月18日 00:00:00]',
    `#${LINE}业务明细列表${LINE}`,
    ALIPAY_COLUMNS,
    ...rows,
    `#${LINE}业务明细列表结束${LINE}`,
    '#导出时间：[2026年11月18日 03:21:09]',
    '',
  ].join('\r\n')

const paid = { kind: 'paid', outTradeNo: OURS, amount: '30.00', unit: 'CNY' } as const

test('a bill of Alipay: GBK, in an archive, refunds below zero', () => {
  const file = alipayFile(alipayRow('交易', '30.00'), alipayRow('退款', '-10.00', 'R1'), alipayRow('交易', '0.00'))
  const [first, second, ...rest] = read('alipay', inGbk(file))
  const trade = { tradeNo: '2026111722001458860515315453', number: '2026111722001458860515315453' }
  expect(first).toEqual({ ...paid, ...trade, at: new Date('2026-11-17T02:55:23Z') })
  expect(second).toMatchObject({ kind: 'refund', number: 'R1', amount: '10.00' })
  expect(rest).toEqual([])
  const archive = inArchive({
    'a.csv': inGbk(file),
    'b.csv': inGbk('#支付宝业务汇总查询\r\n门店编号\r\n'),
    'c.txt': Buffer.of(0),
  })
  expect(read('alipay', archive)).toEqual(read('alipay', file))
  // A name with commas takes no other column's place.
  expect(read('alipay', alipayFile(alipayRow('交易', '30.00', '', '半年, 九折')))).toEqual([first])
})

const WECHAT_COLUMNS =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注'
const SUMS =
  '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额\n`1,`1.00,`0.00,`0.00,`0.0,`1.00,`0.00'
const wechatRow = (state: string, { mchId = '1601959334', name = '套餐订单', asked = '30.00', refund = '0' } = {}) =>
  `\`2026-11-17 17:07:11,\`wx81be3101902f7cb2,\`${mchId},\`0,\`,\`4200000925202101284997714292,\`${OURS},\`ofyak5qR,\`NATIVE,\`${state},\`OTHERS,\`CNY,\`28.00,\`2.00,\`5000,\`${refund},\`8.00,\`0.00,\`,\`,\`${name},\`,\`0.00000,\`1.00%,\`${asked},\`10.00,\``
const wechatFile = (...rows: string[]) => `\uFEFF${[WECHAT_COLUMNS, ...rows, SUMS].join('\n')}`

test('a bill of WeChat: a mark before it, backticks, sums below, coupons left out', () => {
  const rows = [
    wechatRow('SUCCESS', { name: '半年, 九折' }),
    wechatRow('REFUND', { refund: 'R2' }),
    wechatRow('REVOKED'),
  ]
  const trade = { tradeNo: '4200000925202101284997714292', number: '4200000925202101284997714292' }
  expect(read('wechat', wechatFile(...rows))).toEqual([
    { ...paid, ...trade, at: new Date('2026-11-17T09:07:11Z') },
    expect.objectContaining({ kind: 'refund', number: 'R2', amount: '10.00' }),
  ])
  expect(refusal('wechat', wechatFile(wechatRow('SUCCESS', { mchId: '1' })))).toEqual(['bill.other_merchant'])
  expect(read('wechat', wechatFile())).toEqual([])
})

const EPAY_COLUMNS =
  '系统订单号,商户订单号,接口订单号,商户号,网站域名,商品名称,订单金额,实际支付,商户分成,支付方式,支付通道ID,支付插件,支付账号,支付IP,创建时间,完成时间,支付状态,已退款金额,退款时间'
const epayRow = (state: string, { pid = '1000', back = '', name = '套餐' } = {}) =>
  `="2026111717071100001",="${OURS}",="4200",${pid},shop.example,${name},30.00,30.00,29.40,微信支付,1,wxpay,,127.0.0.1,2026-11-17 17:06:00,2026-11-17 17:07:11,${state},${back},`
const epayFile = (...rows: string[]) => `\uFEFF${[EPAY_COLUMNS, ...rows].join('\r\n')}\r\n`

test('a bill of EPay: numbers as formulas, refunds in a column, shops of a site', () => {
  const trade = { tradeNo: '2026111717071100001', number: '2026111717071100001', at: new Date('2026-11-17T09:07:11Z') }
  const states = [epayRow('已支付', { name: '半"年,九折' }), epayRow('未支付'), epayRow('已支付', { pid: '2' })]
  expect(read('epay', epayFile(...states))).toEqual([{ ...paid, ...trade }])
  const refunded = read('epay', epayFile(epayRow('<font color=red>已退款</font>', { back: '10.00' })))
  expect(refunded.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['paid', '30.00'],
    ['refund', '10.00'],
  ])
  expect(refusal('epay', epayFile(epayRow('已支付', { pid: '2' })))).toEqual(['bill.other_merchant'])
})

const STRIPE_COLUMNS =
  'balance_transaction_id,created_utc,available_on_utc,currency,gross,fee,net,reporting_category,source_id,description'
const stripeRow = (currency: string, gross: string, category: string, more: string) =>
  `txn_1,2026-11-17 09:07:11,2026-11-19 00:00:00,${currency},${gross},0.59,9.41,${category},ch_1,"Acme, Inc. ""six months""\nplan"${more}`

test('a balance report of Stripe: quoted, by the day of UTC, in what the buyer paid', () => {
  const columns = `${STRIPE_COLUMNS},payment_intent_id,payment_metadata[out_trade_no],customer_facing_amount,customer_facing_currency`
  const file = [
    `\uFEFF${columns}`,
    stripeRow('usd', '4.20', 'charge', `,pi_1,${OURS},4.20,usd`),
    stripeRow('hkd', '32.66', 'charge', `,pi_2,${OURS},4.20,usd`),
    stripeRow('usd', '-4.20', 'refund', `,pi_1,${OURS},4.20,usd`),
    stripeRow('usd', '-100.00', 'payout', ',,,,'),
  ].join('\r\n')
  const usd = { outTradeNo: OURS, amount: '4.20', unit: 'USD', at: new Date('2026-11-17T09:07:11Z') }
  expect(read('stripe', file)).toEqual([
    { ...usd, kind: 'paid', number: 'pi_1', tradeNo: 'pi_1' },
    { ...usd, kind: 'paid', number: 'pi_2', tradeNo: 'pi_2' },
    { ...usd, kind: 'refund', number: 'txn_1', tradeNo: 'pi_1' },
  ])
  const bare = `${STRIPE_COLUMNS}\n${stripeRow('usd', '4.20', 'charge', '')}`
  expect(refusal('stripe', bare)).toEqual(['bill.columns', 'payment_intent_id'])
  const foreign = `${STRIPE_COLUMNS},payment_intent_id\n${stripeRow('hkd', '32.66', 'charge', ',pi_1')}`
  expect(refusal('stripe', foreign)).toEqual(['bill.columns', 'customer_facing_amount'])
})

test('a file that is no bill, or half of one, is refused and says where', () => {
  const whole = alipayFile(alipayRow('交易', '30.00'))
  expect(refusal('alipay', 'hello')).toEqual(['bill.columns', '支付宝交易号'])
  expect(refusal('alipay', wechatFile(wechatRow('SUCCESS')))).toEqual(['bill.columns', '支付宝交易号'])
  expect(refusal('alipay', whole.slice(0, whole.indexOf('2026-11-17 10')))).toEqual(['bill.line', '6'])
  expect(refusal('alipay', whole.replace('[2088', '[2089'))).toEqual(['bill.other_merchant'])
  for (const amount of ['=1+1', '1e3', '１.00', '', '30.00; drop', '9'.repeat(13)])
    expect(refusal('alipay', alipayFile(alipayRow('交易', amount)))).toEqual(['bill.line', '6'])
  for (const time of ['yesterday', '2026-13-17 10:55:23', ''])
    expect(refusal('alipay', whole.replace('2026-11-17 10:55:23', time))).toEqual(['bill.line', '6'])
  for (const number of ['=cmd|calc', '<b>', 'x'.repeat(65), 'a b'])
    expect(refusal('alipay', whole.replace(OURS, number))).toEqual(['bill.line', '6'])
  expect(refusal('stripe', `${STRIPE_COLUMNS}\ntxn_1,"never closed`)).toEqual(['bill.line', '2'])
})

test('odd encodings, pictures, bombs and what is too large are refused', () => {
  const whole = alipayFile(alipayRow('交易', '30.00'))
  const wide = Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from(whole, 'utf16le')])
  expect(read('alipay', wide)).toEqual(read('alipay', whole))
  for (const bytes of [Buffer.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0), Buffer.alloc(100, 0xff), Buffer.alloc(9)])
    expect(refusal('alipay', bytes)).toEqual(['bill.unreadable'])
  const archive = inArchive({ 'a.csv': inGbk(whole) })
  for (const end of [30, archive.length - 5])
    expect(refusal('alipay', archive.subarray(0, end))).toEqual(['bill.unreadable'])
  expect(refusal('alipay', inArchive({ 'a.txt': inGbk(whole) }))).toEqual(['bill.unreadable'])
  expect(refusal('alipay', inArchive({ 'a.csv': Buffer.alloc(41 * 1024 ** 2, '1') }))).toEqual(['bill.unreadable'])
  expect(refusal('alipay', Buffer.alloc(BILL_MAX_BYTES + 1, '1'))).toEqual(['bill.too_large'])
  const rows = Array<string>(100_001).fill(alipayRow('交易', '30.00').slice(0, 60).replaceAll(/[^,]/g, '1'))
  expect(refusal('alipay', alipayFile(...rows))[0]).toMatch(/^bill\.(line|too_large)$/)
})

test('every provider that an account can be at has a bill, but for coins', () => {
  const without = Object.entries(providers).flatMap(([name, { bill }]) => (bill ? [] : [name]))
  expect(without).toEqual(['usdt'])
})
