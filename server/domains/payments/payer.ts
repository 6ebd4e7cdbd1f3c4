import type { Static } from 'typebox'

import type { api } from '../../../contract/api.ts'
import { limits } from '../../../contract/limits.ts'
import type { Ctx, Owner } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { refuseBlocked } from '../accounts/refuse-blocked.ts'
import { getPayableOrder } from '../orders/get-payable-order.ts'
import { getOnlineSeller, getSeller } from '../resellers/selling-terms.ts'
import { ownerOf } from './merchants/merchant.ts'
import { getPayType, type ChosenPayType } from './merchants/pay-types.ts'

export type PayInput = Static<typeof api.payments.pay.input>
/** Who pays and for what, with every rule of the purpose already checked. */
export type Payable = ChosenPayType & {
  purpose: PayInput['type']
  resellerId: number
  accountId: number | null
  orderId: string | null
  amountFen: number
  expiresAt: Date
}
type Read = { payer: string; read(): Promise<Payable> }

/** Checks the fields of one purpose and says who is asking; `read` then checks what the database knows. */
export function readPay(ctx: Ctx<'anyone'>, input: PayInput): Read {
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
  // First whose order it is: a stranger learns nothing from the rest.
  const known = await getPayableOrder(ctx, { ...owner, orderId })
  if (known.purpose !== purpose) fail('object.unknown')
  const chosen = await getPayType(ctx, { purpose, resellerId: owner.resellerId, payType: input.payType })
  const merchantOwner = ownerOf(chosen.merchant)
  const order = await getPayableOrder(ctx, { ...owner, orderId, merchantOwner })
  const { expiresAt } = inTime(ctx)
  // Gateways give a payer at least a minute.
  if (order.expiresAt.getTime() - ctx.now.getTime() < limits.payMinTtlMs) fail('order.expired')
  return {
    ...chosen,
    ...owner,
    purpose,
    orderId,
    amountFen: order.amountFen,
    expiresAt: order.expiresAt < expiresAt ? order.expiresAt : expiresAt,
  }
}

function inTime(ctx: Pick<Ctx, 'now'>): { expiresAt: Date } {
  return { expiresAt: new Date(ctx.now.getTime() + limits.payTtlMs) }
}

/** The schema knows the larger maximum only. */
function needAmount(input: PayInput, maxFen: number): number {
  const amountFen = need(input, 'amountFen')
  return amountFen <= maxFen ? amountFen : fail('request.invalid', { fields: { amountFen: 'maximum' } })
}

function need<K extends 'amountFen' | 'orderId' | 'daili_id'>(input: PayInput, name: K): NonNullable<PayInput[K]> {
  return input[name] ?? fail('request.invalid', { fields: { [name]: 'required' } })
}
