import type { OpenPayment, PayDevice } from '../../../contract/payments.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { resellerLinks } from '../resellers/reseller-links.ts'
import type { GatewayTime } from './gateways/gateway-time.ts'
import { GatewayTrouble, type Bill, type Gateway } from './gateways/gateway.ts'
import { openGateway } from './gateways/open-gateway.ts'
import type { Merchant } from './merchants/merchant.ts'
import { loadMerchant } from './merchants/queries.ts'
import { keepHandedOut, type PaymentRow } from './queries.ts'

/** No characters that Alipay refuses in a subject: / = & and those of HTML. */
const SUBJECTS = { user: '账户充值', package: '套餐订单', agency: '开通代理', daili: '代理充值' }
/** Where the buyer comes back to; the gateway adds the number. */
const RETURN_PATHS = { user: '/user/userPay', package: '/user/tcBuy', agency: '/user/open_agency', daili: '/dailiPay' }

type Given = Pick<PaymentRow, 'pcUrl' | 'wapUrl' | 'qrCode'>

/** Gives the payer what he opens or scans. Made once per device, so a second tab shows the same code. */
export async function handOut(
  ctx: Ctx<'anyone'>,
  payment: PaymentRow,
  wanted: PayDevice,
  time: GatewayTime,
): Promise<OpenPayment> {
  const merchant = (await loadMerchant(ctx.db, payment.merchantId)) ?? fail('pay.type_unknown')
  const device = merchant.devices.includes(wanted) ? wanted : merchant.devices[0]!
  let given: Given = payment
  if (payment.state === 'pending' && given[COLUMNS[device]] === null) {
    const made = await make(ctx, openGateway(ctx, merchant, time), await writeBill(ctx, payment, merchant), device)
    given = await keepHandedOut(ctx.db, payment.id, made)
  }
  const isQr = device === 'qr' && given.qrCode !== null
  return {
    out_trade_no: payment.outTradeNo,
    payUrl: isQr ? null : (given[COLUMNS[device]] ?? given.pcUrl),
    qrCode: isQr ? given.qrCode : null,
    amountFen: payment.amountFen,
    expiresAt: payment.expiresAt.toISOString(),
  }
}

const COLUMNS = { pc: 'pcUrl', wap: 'wapUrl', qr: 'qrCode' } as const

async function make(ctx: Ctx<'anyone'>, gateway: Gateway, bill: Bill, device: PayDevice): Promise<Given> {
  const none: Given = { pcUrl: null, wapUrl: null, qrCode: null }
  try {
    if (device !== 'qr') return { ...none, [COLUMNS[device]]: await gateway.writePageUrl(bill, device) }
    const opened = await gateway.openQr(bill)
    return 'qrCode' in opened ? { ...none, qrCode: opened.qrCode } : { ...none, pcUrl: opened.payUrl }
  } catch (error) {
    if (!(error instanceof GatewayTrouble)) throw error
    ctx.log.warn({ outTradeNo: bill.outTradeNo, trouble: error.message }, 'the gateway gave nothing to pay with')
    // The payment stays open: the same call again goes on with it.
    return fail('pay.unavailable')
  }
}

async function writeBill(ctx: Ctx<'anyone'>, payment: PaymentRow, merchant: Merchant): Promise<Bill> {
  const link = await resellerLinks(ctx, payment.resellerId)
  const base = merchant.notifyBaseUrl ?? ctx.config.publicUrl
  return {
    outTradeNo: payment.outTradeNo,
    amountFen: payment.amountFen,
    subject: SUBJECTS[payment.purpose],
    channel: payment.channel,
    expiresAt: payment.expiresAt,
    notifyUrl: `${base}/api/pay/notify/${merchant.provider}/${merchant.id}`,
    returnUrl: link(RETURN_PATHS[payment.purpose]),
    clientAddress: ctx.client.address,
  }
}
