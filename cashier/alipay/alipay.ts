import type { Protocol } from '../protocol.ts'
import { handleBill } from './bill.ts'
import { handleGateway } from './gateway.ts'
import { notifyFields, returnAddress, signNotify } from './notify.ts'

export const alipay: Protocol = {
  calls: { 'gateway.do': handleGateway, alipaybill: handleBill },
  writeNotify: (trade, { merchant, signer, changes, now }) =>
    signNotify({ ...notifyFields(trade, merchant, now), ...changes }, signer.alipayPrivateKey),
  notifyBy: 'POST',
  returnAddress,
  waiting: '已扫码，等待付款',
}
