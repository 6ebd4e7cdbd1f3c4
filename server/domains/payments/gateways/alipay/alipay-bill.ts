import { type BillLine, readAmount, readNumber, readTime, refuseBill } from '../../bills/bill-line.ts'
import { loadFile } from '../../bills/load-file.ts'
import { readFile } from '../../bills/read-file.ts'
import { readTable } from '../../bills/read-table.ts'
import type { Merchant, OpenMerchant } from '../../merchants/merchant.ts'
import { asTrouble, GatewayTrouble, toBeijing, withinTime } from '../gateway.ts'
import type { Asking, BillSide } from '../provider.ts'
import { openAlipaySdk } from './alipay-gateway.ts'

const BEIJING = 8
const METHOD = 'alipay.data.dataservice.bill.downloadurl.query'

export const alipayBill: BillSide = { aheadHours: BEIJING, readBill, loadBill }

/** 业务明细: GBK, lines about the table with #, tabs after numbers. A refund is a line of its own, below zero. */
function readBill(texts: readonly string[], { sellerId }: Merchant): BillLine[] {
  const [account] = texts.flatMap((text) => /^#账号[：:]\s*\[(\d+)\]/m.exec(text)?.[1] ?? [])
  // The account of the bill is the seller with the number of its purse behind it.
  if (account && sellerId && !account.startsWith(sellerId)) return refuseBill('bill.other_merchant')
  const columns = ['支付宝交易号', '商户订单号', '业务类型', '完成时间', '订单金额(元)']
  return readTable(texts, { columns, loose: '商品名称' }).flatMap(({ line, cell }): BillLine[] => {
    const kinds: Record<string, BillLine['kind']> = { 交易: 'paid', 退款: 'refund' }
    const kind = kinds[cell('业务类型')]
    const [tradeNo, amount] = [readNumber(cell('支付宝交易号'), line), readAmount(cell('订单金额(元)'), line)]
    if (!kind || amount === null) return []
    const refundNo = kind === 'refund' ? readNumber(cell('退款批次号/请求号'), line) : null
    const number = refundNo ?? tradeNo ?? refuseBill('bill.line', line)
    const outTradeNo = readNumber(cell('商户订单号'), line)
    return [{ kind, number, outTradeNo, tradeNo, amount, unit: 'CNY', at: readTime(cell('完成时间'), BEIJING, line) }]
  })
}

/** There from about nine in the morning, and never of a day without trades. */
async function loadBill(merchant: OpenMerchant, asking: Asking, day: string): Promise<BillLine[] | null> {
  const { now, time } = asking
  try {
    return await withinTime(time, async (limitMs) => {
      const sdk = await openAlipaySdk(merchant, limitMs, merchant.gatewayUrl)
      const params = { timestamp: toBeijing(now), bizContent: { billType: 'trade', billDate: day } }
      const answer = await sdk.exec(METHOD, params, { validateSign: true })
      const { billDownloadUrl: url } = answer as { billDownloadUrl?: unknown }
      if (answer.code === '40004' && /bill_not_exist/i.test(String(answer['subCode']))) return null
      if (answer.code !== '10000' || typeof url !== 'string') throw new GatewayTrouble(`bill: ${answer.code}`)
      const bytes = await loadFile(url, { of: merchant.gatewayUrl, isOurs: /\.alipay\.com$/, limitMs })
      return readBill(readFile(bytes), merchant)
    })
  } catch (cause) {
    throw asTrouble(METHOD, cause)
  }
}
