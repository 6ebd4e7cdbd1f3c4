import type { Static } from 'typebox'

import type { api } from '../../../contract/api.ts'
import { limits } from '../../../contract/limits.ts'
import type { OpenPayment } from '../../../contract/payments.ts'
import type { Ctx, Owner } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { callerOf } from '../../platform/limits/client-address.ts'
import { takeOne, type Limit } from '../../platform/limits/limits.ts'
import { equalBytes, sha256 } from '../../platform/secrets/crypto.ts'
import { refuseBlocked } from '../accounts/refuse-blocked.ts'
import { getPayableOrder } from '../orders/settle-order.ts'
import { getOnlineSeller, getSeller } from '../resellers/selling-terms.ts'
import { verifyCaptcha } from '../sign-in/captcha/verify-captcha.ts'
import { makeGatewayTime } from './gateways/gateway.ts'
import { ownerOf } from './merchants/merchant.ts'
import { getPayType } from './merchants/pay-types.ts'
import { handOut, openPayment, type Payable } from './open-payment.ts'
import { loadPaymentByKey } from './queries.ts'

type PayInput = Static<typeof api.payments.pay.input>
type Read = { payer: string; read(): Promise<Payable> }

const PER_ACCOUNT: Limit = {
  name: 'pay_account',
  points: limits.paymentsPerAccount,
  windowMs: limits.payWindowMs,
}
const PER_CLIENT: Limit = { name: 'pay_agent', points: limits.agentPaymentsPerClient, windowMs: limits.payWindowMs }

/** The pay call: begins a payment, or continues the one that this key or this order already has. */
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

/** Leaves out the captcha: it proves a person and says nothing about the payment. */
function hashAsked(input: PayInput): Buffer {
  const { type, payType, device, amountFen, balanceFen, orderId, daili_id: dailiId } = input
  const part = balanceFen === undefined ? [] : [balanceFen]
  return sha256(JSON.stringify([type, payType, device, amountFen, orderId, dailiId, ...part]))
}

/** Checks the fields of one purpose and names the payer; `read` then checks against the database. */
function readPay(ctx: Ctx<'anyone'>, input: PayInput): Read {
  if (input.balanceFen !== undefined && input.type !== 'package') refuseField('balanceFen', 'package only')
  if (input.type === 'daili') {
    const [dailiId, amountFen] = [need(input, 'daili_id'), needAmount(input, limits.agentPayMaxFen)]
    return { payer: '', read: () => readAgentPay(ctx, input, dailiId, amountFen) }
  }
  const { actor, resellerId } = ctx
  if (actor.kind !== 'user' || resellerId === null) return fail('auth.required')
  const owner = { resellerId, accountId: actor.accountId }
  const payer = `${owner.resellerId}:${owner.accountId}`
  if (input.type === 'user') {
    const amountFen = needAmount(input, limits.topUpMaxFen)
    return { payer, read: () => readTopUp(ctx, input, owner, amountFen) }
  }
  const orderId = need(input, 'orderId')
  return { payer, read: () => readOrderPay(ctx, input, owner, orderId) }
}

async function readAgentPay(ctx: Ctx, input: PayInput, resellerId: number, amountFen: number): Promise<Payable> {
  await getSeller(ctx, resellerId)
  const chosen = await getPayType(ctx, { purpose: 'daili', resellerId, payType: input.payType })
  return { ...chosen, purpose: 'daili', resellerId, accountId: null, orderId: null, amountFen, ...inTime(ctx) }
}

async function readTopUp(ctx: Ctx, input: PayInput, owner: Owner, amountFen: number): Promise<Payable> {
  await refuseBlocked(ctx, owner)
  await getOnlineSeller(ctx, owner.resellerId)
  const chosen = await getPayType(ctx, { purpose: 'user', resellerId: owner.resellerId, payType: input.payType })
  return { ...chosen, ...owner, purpose: 'user', orderId: null, amountFen, ...inTime(ctx) }
}

async function readOrderPay(ctx: Ctx, input: PayInput, owner: Owner, orderId: string): Promise<Payable> {
  const purpose = input.type
  await refuseBlocked(ctx, owner)
  // Check the order's owner first: a stranger must learn nothing from the later checks.
  const known = await getPayableOrder(ctx, { ...owner, orderId })
  if (known.purpose !== purpose) fail('object.unknown')
  const chosen = await getPayType(ctx, { purpose, resellerId: owner.resellerId, payType: input.payType })
  const merchantOwner = ownerOf(chosen.merchant)
  const { balanceFen = 0 } = input
  // Nothing is left for the gateway: that is a purchase from the balance.
  if (balanceFen >= known.amountFen) refuseField('balanceFen', 'maximum')
  const order = await getPayableOrder(ctx, { ...owner, orderId, merchantOwner, balanceFen })
  const { expiresAt } = inTime(ctx)
  // Gateways give a payer at least a minute, so refuse an order that expires sooner.
  if (order.expiresAt.getTime() - ctx.now.getTime() < limits.payMinTtlMs) fail('order.expired')
  return {
    ...chosen,
    ...owner,
    purpose,
    orderId,
    amountFen: order.amountFen - balanceFen,
    balanceFen,
    expiresAt: order.expiresAt < expiresAt ? order.expiresAt : expiresAt,
  }
}

function inTime(ctx: Pick<Ctx, 'now'>): { expiresAt: Date } {
  return { expiresAt: new Date(ctx.now.getTime() + limits.payTtlMs) }
}

/** The schema only checks the larger of the two maximums. */
function needAmount(input: PayInput, maxFen: number): number {
  const amountFen = need(input, 'amountFen')
  return amountFen <= maxFen ? amountFen : refuseField('amountFen', 'maximum')
}

function refuseField(name: string, rule: string): never {
  return fail('request.invalid', { fields: { [name]: rule } })
}

function need<K extends 'amountFen' | 'orderId' | 'daili_id'>(input: PayInput, name: K): NonNullable<PayInput[K]> {
  return input[name] ?? refuseField(name, 'required')
}
