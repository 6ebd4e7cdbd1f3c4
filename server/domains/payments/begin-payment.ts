import { limits } from '../../../contract/limits.ts'
import type { OpenPayment } from '../../../contract/payments.ts'
import { verifyCaptcha } from '../../platform/captcha/verify-captcha.ts'
import { callerOf } from '../../platform/client-address.ts'
import type { Ctx } from '../../platform/context.ts'
import { equalBytes, sha256, randomToken } from '../../platform/crypto.ts'
import { fail } from '../../platform/errors.ts'
import { takeOne, type Limit } from '../../platform/limits.ts'
import { makeGatewayTime } from './gateways/gateway.ts'
import { handOut, openPayment } from './open-payment.ts'
import { findUsableMerchants } from './merchants/queries.ts'
import { readPay, type PayInput } from './payer.ts'
import { loadPaymentByKey } from './queries.ts'

const PER_ACCOUNT: Limit = {
  name: 'pay_account',
  points: limits.paymentsPerAccount,
  windowMs: limits.payWindowMs,
}
const PER_CLIENT: Limit = { name: 'pay_agent', points: limits.agentPaymentsPerClient, windowMs: limits.payWindowMs }

/** The pay call: begins a payment, or goes on with the one that this key or this order already has. */
export async function beginPayment(ctx: Ctx<'anyone'>, input: PayInput): Promise<OpenPayment> {
  const { payer, read } = readPay(ctx, input)
  const keyHash = sha256(input.key)
  const askedHash = hashAsked(input)
  // Before captcha and limits: a caller who asks again after a lost answer has already spent the captcha.
  const first = await loadPaymentByKey(ctx.db, payer, keyHash)
  if (first) {
    if (!equalBytes(first.askedHash, askedHash)) fail('request.key_reused')
    return handOut(ctx, first, input, makeGatewayTime())
  }
  if (input.type === 'daili') await passStranger(ctx, input.captcha)
  else await takeOne(ctx, PER_ACCOUNT, payer)
  const time = makeGatewayTime()
  const payment = await openPayment(ctx, await read(), { keyHash, askedHash }, time)
  return handOut(ctx, payment, input, time)
}

async function passStranger(ctx: Ctx<'anyone'>, captcha: string | undefined): Promise<void> {
  if (captcha === undefined) fail('auth.captcha_required')
  await takeOne(ctx, PER_CLIENT, callerOf(ctx.client.address))
  if (!(await verifyCaptcha(ctx, captcha))) fail('auth.captcha_wrong')
}

/** The captcha proves a person and says nothing about the payment. */
function hashAsked({ type, payType, device, amountFen, orderId, daili_id: dailiId }: PayInput): Buffer {
  return sha256(JSON.stringify([type, payType, device, amountFen, orderId, dailiId]))
}

const PLATFORM = -1

/** A key for the next pay call, and which Alipay app of the platform takes the money. Nothing is kept until it is used. */
export async function makePayKey(ctx: Pick<Ctx, 'db'>) {
  const merchants = await findUsableMerchants(ctx.db, PLATFORM)
  const alipay = merchants.find(({ provider }) => provider === 'alipay')
  return { key: randomToken(), appId: alipay?.appId ?? null, sandbox: alipay?.isSandbox ?? false }
}
