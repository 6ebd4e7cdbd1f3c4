import { limits } from '../../../contract/limits.ts'
import { hmac, randomToken } from '../../platform/crypto.ts'

export type TicketAudience = 'usage' | 'download'
export type TicketOwner = { resellerId: number; accountId: number; sessionId: string }

const PREFIX = 'tk1.'

/**
 * A 60-second pass for one purpose, signed and not stored: handing one out with every user-info answer must cost no
 * write. Spending it writes its nonce, which is what makes it single-use.
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
  return `${PREFIX}${body}.${hmac(secret, 'ticket', body).toString('base64url')}`
}
