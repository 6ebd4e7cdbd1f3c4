import { findUnstorable } from '../../../../platform/http/storable-text.ts'
import type { OpenMerchant } from '../../merchants/merchant.ts'
import type { Notify, Told } from '../provider.ts'
import { readWechatAccount } from './wechat-keys.ts'
import { isWritten, openResource } from './wechat-wire.ts'

type Envelope = {
  id: string
  event_type: string
  resource: { ciphertext: string; nonce: string; associated_data?: string }
}
type Told3 = {
  appid?: string
  mchid?: string
  out_trade_no?: string
  out_refund_no?: string
  transaction_id?: string
  trade_state?: string
  amount?: { total?: unknown }
}

export function readWechatNotify(merchant: OpenMerchant, { text, headers, now }: Told): Notify | 'other' | null {
  const account = readWechatAccount(merchant)
  if (!isWritten(account, headers, text, now)) return null
  const envelope = readEnvelope(text)
  const told = envelope && (openResource(account.apiV3Key, envelope.resource) as Told3 | null)
  if (!envelope || !told || findUnstorable(told) !== null) return null
  const { event_type: type, id } = envelope
  if (!/^(TRANSACTION|REFUND)\./.test(type)) return 'other'
  const { total } = told.amount ?? {}
  const isPayment = type.startsWith('TRANSACTION.')
  return {
    notifyKey: id.slice(0, 128),
    outTradeNo: told.out_trade_no ?? '',
    tradeNo: told.transaction_id ?? '',
    amountFen: typeof total === 'number' ? total : null,
    says: isPayment ? (told.trade_state === 'SUCCESS' ? 'paid' : 'nothing') : refundSays(type),
    wrongField: wrongOf(told, { mchId: account.mchId, appId: merchant.appId, isPayment }),
    ...(isPayment ? {} : { aboutNo: told.out_refund_no ?? '' }),
  }
}

function refundSays(type: string): Notify['says'] {
  return type === 'REFUND.SUCCESS' ? 'refund' : 'refund_failed'
}

/** A refund's notify does not name the app. */
function wrongOf({ mchid, appid }: Told3, own: { mchId: string; appId: string; isPayment: boolean }): string | null {
  if (mchid !== own.mchId) return 'mchid'
  return own.isPayment && appid !== own.appId ? 'appid' : null
}

function readEnvelope(text: string): Envelope | null {
  try {
    const read = JSON.parse(text) as Partial<Envelope> | null
    const { id, event_type: type, resource } = read ?? {}
    const isWhole = typeof id === 'string' && typeof type === 'string'
    return isWhole && typeof resource?.ciphertext === 'string' && typeof resource.nonce === 'string'
      ? { id, event_type: type, resource }
      : null
  } catch {
    return null
  }
}
