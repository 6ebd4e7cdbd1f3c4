import { toGbk } from '../../../cashier/alipay/gbk.ts'
import { zip } from '../../../cashier/alipay/zip.ts'
import type { Trade } from '../../../cashier/trade.ts'
import { writeBill } from '../../../cashier/wechat/bill.ts'
import type { CashierApp } from '../run/make-cashier-app.ts'

/** A table as Alipay encodes it. */
export const inGbk = (text: string): Buffer => toGbk(text)

/** An archive as Alipay gives it. */
export const inArchive = (files: Readonly<Record<string, Buffer>>): Buffer => zip(files)

/** The bill of a day that WeChat would give of these payments. */
export async function wechatBillOf({ control, shop }: CashierApp, numbers: readonly string[], day: string) {
  const found = await Promise.all(numbers.map((number) => control.trade(number).catch(() => null)))
  return writeBill(
    found.filter((trade): trade is Trade => trade !== null),
    shop,
    day,
  )
}
