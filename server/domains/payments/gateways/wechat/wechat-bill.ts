import { createHash } from 'node:crypto'

import { type BillLine, readAmount, readNumber, readTime, refuseBill } from '../../bills/bill-line.ts'
import { loadFile } from '../../bills/load-file.ts'
import { readFile } from '../../bills/read-file.ts'
import { readTable } from '../../bills/read-table.ts'
import type { Merchant, OpenMerchant } from '../../merchants/merchant.ts'
import { asTrouble, GatewayTrouble, withinTime } from '../gateway.ts'
import type { Asking, BillSide } from '../provider.ts'
import { makeAsk } from './wechat-gateway.ts'
import { readWechatAccount } from './wechat-keys.ts'
import { authorize } from './wechat-wire.ts'

const BEIJING = 8

export const wechatBill: BillSide = { aheadHours: BEIJING, readBill, loadBill }

/** 交易账单: a backtick before every cell, no quotes, sums below the rows. */
function readBill(texts: readonly string[], { settings }: Merchant): BillLine[] {
  const columns = ['交易时间', '商户号', '微信订单号', '商户订单号', '交易状态', '货币种类', '应结订单金额']
  const rows = readTable(texts, { columns, loose: '商品名称', isEnd: (first) => first === '总交易单数' })
  const own = rows.filter(({ cell }) => cell('商户号') === settings['mchId'])
  if (rows.length > 0 && own.length === 0) return refuseBill('bill.other_merchant')
  return own.flatMap(({ line, cell }): BillLine[] => {
    const isRefund = cell('交易状态') === 'REFUND'
    if (!isRefund && cell('交易状态') !== 'SUCCESS') return []
    // The first of each pair is without what coupons paid; a bill of an older form has the second only.
    const asked = isRefund ? ['申请退款金额', '退款金额'] : ['订单金额', '应结订单金额']
    const amount = readAmount(cell(asked[0]!) || cell(asked[1]!), line)
    const tradeNo = readNumber(cell('微信订单号'), line)
    const number = isRefund ? readNumber(cell('商户退款单号') || cell('微信退款单号'), line) : tradeNo
    if (amount === null) return []
    if (number === null) return refuseBill('bill.line', line)
    const unit = cell('货币种类')
    if (unit !== 'CNY') return refuseBill('bill.line', line)
    const named = { number, outTradeNo: readNumber(cell('商户订单号'), line), tradeNo }
    return [
      { kind: isRefund ? 'refund' : 'paid', ...named, amount, unit, at: readTime(cell('交易时间'), BEIJING, line) },
    ]
  })
}

/** There from ten in the morning. The file itself is not signed: its sum is, in the answer that names it. */
async function loadBill(merchant: OpenMerchant, asking: Asking, day: string): Promise<BillLine[] | null> {
  const account = readWechatAccount(merchant)
  const ask = makeAsk(merchant.gatewayUrl, account, asking)
  const { status, body } = await ask('GET', `/v3/bill/tradebill?bill_date=${day}&bill_type=ALL`)
  if (body['code'] === 'NO_STATEMENT_EXIST') return null
  const { download_url: url, hash_value: sum } = body
  if (status !== 200 || typeof url !== 'string' || typeof sum !== 'string') throw new GatewayTrouble(`bill: ${status}`)
  try {
    return await withinTime(asking.time, async (limitMs) => {
      const { pathname, search } = new URL(url)
      const call = { method: 'GET', path: `${pathname}${search}`, body: '' } as const
      const headers = { authorization: authorize(account, call, asking.now), 'user-agent': 'yuxian' }
      const bytes = await loadFile(url, { of: merchant.gatewayUrl, isOurs: /\.weixin\.qq\.com$/, limitMs, headers })
      if (createHash('sha1').update(bytes).digest('hex') !== sum.toLowerCase()) throw new GatewayTrouble('bill: sum')
      return readBill(readFile(bytes), merchant)
    })
  } catch (cause) {
    throw asTrouble('tradebill', cause)
  }
}
