/** What a notify with a right signature says, whichever provider sent it. */
export type Notify = {
  /** The same for one that is sent again. */
  notifyKey: string
  outTradeNo: string
  tradeNo: string
  amountFen: number | null
  says: 'paid' | 'refund' | 'closed' | 'nothing'
  /** Right in itself, but not for this merchant: the field that differs. */
  wrongField: string | null
}
