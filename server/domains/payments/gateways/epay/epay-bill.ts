import { type BillLine, readAmount, readNumber, readTime, refuseBill } from '../../bills/bill-line.ts'
import { readTable } from '../../bills/read-table.ts'
import type { Merchant } from '../../merchants/merchant.ts'
import type { BillSide } from '../provider.ts'

const BEIJING = 8

/** V1 has no call for a list of a day. */
export const epayBill: BillSide = { aheadHours: BEIJING, readBill }

/** 订单导出 of the common programs: numbers as `="…"`, or quoted; refunds are a column of their payment. */
function readBill(texts: readonly string[], { appId }: Merchant): BillLine[] {
  const columns = ['系统订单号', '商户订单号', '订单金额', '完成时间', '支付状态']
  const rows = readTable(texts, { columns, loose: '商品名称' })
  // The file of a whole site names the shop of each order.
  const own = rows.filter(({ cell }) => cell('商户号') === '' || cell('商户号') === appId)
  if (rows.length > 0 && own.length === 0) return refuseBill('bill.other_merchant')
  return own.flatMap(({ line, cell }): BillLine[] => {
    const state = cell('支付状态').replaceAll(/<[^>]*>/g, '')
    const amount = readAmount(cell('订单金额'), line)
    if (!/^已(支付|付款|完成|退款|冻结)$/.test(state) || amount === null) return []
    const tradeNo = readNumber(cell('系统订单号'), line) ?? refuseBill('bill.line', line)
    const at = readTime(cell('完成时间'), BEIJING, line)
    const named = { number: tradeNo, outTradeNo: readNumber(cell('商户订单号'), line), tradeNo, unit: 'CNY', at }
    const told = cell('已退款金额')
    const back = told !== '' ? readAmount(told, line) : state === '已退款' ? amount : null
    return [
      { ...named, kind: 'paid', amount },
      ...(back === null ? [] : [{ ...named, kind: 'refund' as const, amount: back }]),
    ]
  })
}
