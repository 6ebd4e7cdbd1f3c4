import type { Static } from 'typebox'

import type { api } from '../../../contract/api.ts'
import { limits } from '../../../contract/limits.ts'
import type { TicketFacts } from '../../../contract/tickets.ts'
import type { Ctx, Owner } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { seal, unseal } from '../../platform/secrets/crypto.ts'
import { browserName } from '../../platform/text/browser-name.ts'
import { loadLastClient } from '../feeds/last-client.ts'
import { findLineFacts } from '../lines/line-facts.ts'
import { loadLastPayment } from './queries.ts'

const PURPOSE = 'ticket-facts'
const ownerName = ({ resellerId, accountId }: Owner) => `${resellerId}:${accountId}`

/** What would be attached now, to look at, and the same sealed: only what was shown can be sent. */
export async function showFacts(ctx: Ctx<'user'>): Promise<Static<typeof api.tickets.facts.output>> {
  const payment = await loadLastPayment(ctx.db, ctx.owner)
  const facts: TicketFacts = {
    at: ctx.now.toISOString(),
    system: browserName(ctx.client.userAgent),
    client: await loadLastClient(ctx, ctx.owner),
    lines: await findLineFacts(ctx, ctx.owner),
    payment: payment && { at: payment.at.toISOString(), state: payment.state, amountFen: payment.amountFen },
  }
  const sealed = seal(ctx.config.secretKey, PURPOSE, ownerName(ctx.owner), JSON.stringify(facts))
  return { facts, sealed: sealed.toString('base64url') }
}

/** Refuses what this user was not shown, or was shown too long ago. */
export function openFacts(ctx: Pick<Ctx<'user'>, 'config' | 'now' | 'owner'>, sealed: string): TicketFacts {
  const facts = readFacts(ctx, sealed)
  if (!facts || ctx.now.getTime() - Date.parse(facts.at) > limits.ticketFactsMs) {
    fail('request.invalid', { fields: { facts: 'load them again' } })
  }
  return facts
}

function readFacts({ config, owner }: Pick<Ctx<'user'>, 'config' | 'owner'>, sealed: string): TicketFacts | null {
  try {
    return JSON.parse(unseal(config, PURPOSE, ownerName(owner), Buffer.from(sealed, 'base64url'))) as TicketFacts
  } catch {
    return null
  }
}
