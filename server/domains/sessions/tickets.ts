import { limits } from '../../../contract/limits.ts'
import { randomToken } from '../../platform/secrets/crypto.ts'
import { readFields, signFields } from '../../platform/secrets/signed-fields.ts'

export type TicketAudience = 'usage' | 'download' | 'probe' | 'handover'
export type TicketOwner = { resellerId: number; accountId: number; sessionId: string }
export type TicketClaims = TicketOwner & { audience: string; expiresAt: Date; nonce: string }

const TICKET = { purpose: 'ticket', prefix: 'tk1' }

/**
 * A 60-second pass for one purpose, signed and not stored: every user-info answer contains one, which must cost no
 * write. Spending it stores its nonce, which makes it single-use.
 */
export function mintTicket(secret: Buffer, owner: TicketOwner, audience: TicketAudience, now: Date): string {
  return signFields(secret, TICKET, [
    owner.resellerId,
    owner.accountId,
    owner.sessionId,
    audience,
    now.getTime() + limits.ticketTtlMs,
    randomToken(12),
  ])
}

/** Reads a ticket if we signed it. The caller checks whether it is still valid. */
export function readTicket(secret: Buffer, ticket: string): TicketClaims | null {
  const fields = readFields(secret, TICKET, ticket)
  if (!fields) return null
  const [resellerId, accountId, sessionId = '', audience = '', expiresAt, nonce = ''] = fields
  return {
    resellerId: Number(resellerId),
    accountId: Number(accountId),
    sessionId,
    audience,
    expiresAt: new Date(Number(expiresAt)),
    nonce,
  }
}
