import { createHmac, randomBytes } from 'node:crypto'

import type { Letterhead, Protocol } from '../protocol.ts'
import { isPaid, type Trade } from '../trade.ts'
import { handleStripe } from './calls.ts'
import { chargeOf, disputeOf, sessionOf } from './objects.ts'

export const stripe: Protocol = {
  calls: { v1: handleStripe },
  writeBody,
  returnAddress: ({ returnUrl }) => returnUrl,
  waiting: '等待付款',
}

/** `changes`: `type` of the event, `age` of its signature in seconds, `livemode`; all others are of the object. */
function writeBody(trade: Trade, { signer, changes, now, sign }: Letterhead) {
  const { type, age = '0', livemode, ...fields } = changes
  const changed = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, readChange(value)]))
  const [kind, object] = eventOf(trade, now)
  const event = {
    id: `evt_${randomBytes(12).toString('hex')}`,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: Math.floor(now.getTime() / 1000),
    livemode: livemode === 'true',
    type: type ?? kind,
    data: { object: { ...object, ...changed } },
  }
  const body = JSON.stringify(event)
  const at = Math.floor(now.getTime() / 1000) - Number(age)
  const right = createHmac('sha256', signer.hookSecret).update(`${at}.${body}`).digest('hex')
  const value = sign === 'bad' ? `${right[0] === 'a' ? 'b' : 'a'}${right.slice(1)}` : right
  const proof = sign === 'none' ? {} : { 'stripe-signature': `t=${at},v1=${value}` }
  return { body, headers: { 'content-type': 'application/json; charset=utf-8', ...proof } }
}

function readChange(value: string): unknown {
  return /^\d+$/.test(value) ? Number(value) : value
}

/** The event that the trade's last change causes. */
function eventOf(trade: Trade, now: Date): [type: string, object: object] {
  const { status } = trade.dispute ?? {}
  if (status) return [`charge.dispute.${status === 'needs_response' ? 'created' : 'closed'}`, disputeOf(trade, false)]
  if (trade.refunds.length > 0) return ['charge.refunded', chargeOf(trade)]
  const session = sessionOf(trade, now, '')
  return [isPaid(trade) ? 'checkout.session.completed' : 'checkout.session.expired', session]
}
