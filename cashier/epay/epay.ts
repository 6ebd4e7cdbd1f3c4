import type { Protocol } from '../protocol.ts'
import { handleApi, handleMapi, handleSubmit } from './endpoints.ts'
import { epayNotifyFields, epayReturnAddress, signEpay } from './wire.ts'

export const epay: Protocol = {
  calls: { 'submit.php': handleSubmit, 'mapi.php': handleMapi, 'api.php': handleApi },
  writeNotify: (trade, { merchant, signer, changes }) =>
    signEpay({ ...epayNotifyFields(trade, merchant), ...changes }, signer.epayKey),
  notifyBy: 'GET',
  returnAddress: epayReturnAddress,
  waiting: '等待付款',
}
