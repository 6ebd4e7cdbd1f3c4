import { limits } from '../../../contract/limits.ts'
import { equalBytes, hmac, randomToken } from '../../platform/secrets/crypto.ts'

export type TicketAudience = 'usage' | 'download' | 'probe' | 'handover'
export type TicketOwner = { resellerId: number; accountId: number; sessionId: string }
export type TicketClaims = TicketOwner & { audience: string; expiresAt: Date; nonce: string }

const PREFIX = 'tk1.'

/**
 * A 60-second pass for one purpose, signed and not stored: every user-info answer contains one, which must cost no
 * write. Spending it stores its nonce, which makes it single-use.
 */
export function mintTicket(secret: Buffer, owner: TicketOwner, audience: TicketAudience, now: Date): string {
  const claims = [
    owner.resellerId,
    owner.accountId,
    owner.sessionId,
    audience,
    now.getTime() + limits.ticketTtlMs,
    randomToken(12),
  ]
  const body = Buffer.from(claims.join('|')).toString('base64url')
  return `${PREFIX}${body}.${signature(secret, body).toString('base64url')}`
}

/** Reads a ticket if we signed it. The caller checks whether it is still valid. */
export function readTicket(secret: Buffer, ticket: string): TicketClaims | null {
  const [, body = '', shown = ''] = /^tk1\.([\w-]+)\.([\w-]{43})$/.exec(ticket) ?? []
  if (body === '' || !equalBytes(signature(secret, body), Buffer.from(shown, 'base64url'))) return null
  const [resellerId, accountId, sessionId = '', audience = '', expiresAt, nonce = ''] = Buffer.from(body, 'base64url')
    .toString('utf8')
    .split('|')
  return {
    resellerId: Number(resellerId),
    accountId: Number(accountId),
    sessionId,
    audience,
    expiresAt: new Date(Number(expiresAt)),
    nonce,
  }
}

function signature(secret: Buffer, body: string): Buffer {
  return hmac(secret, 'ticket', body)
}
