import { staffLimits } from '../../../contract/console/staff-limits.ts'
import { raiseAlert } from '../../platform/alerts.ts'
import { actorName, type AuditActor } from '../../platform/audit.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { countOne, type Counter, type Limit } from '../../platform/limits.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MEMBER: Limit = { name: 'staff-mail-member', points: staffLimits.mailsPerMember, windowMs: HOUR_MS }
const TEAM: Limit = { name: 'staff-mail-team', points: staffLimits.mailsPerTeam, windowMs: DAY_MS }
const RECIPIENT: Limit = { name: 'staff-mail-to', points: staffLimits.mailsPerRecipient, windowMs: DAY_MS }
const STRANGER: Limit = { name: 'staff-mail-stranger', points: staffLimits.mailsPerStranger, windowMs: DAY_MS }

type StaffMail = {
  /** In whose name it goes out; null: the platform's. */
  resellerId: number | null
  /** Who causes it: a member, or who made the invitation that it belongs to. */
  by: AuditActor
  to: string
  /** Somebody proved to read it there. Of such an address no other reseller uses up the mails. */
  isProved: boolean
}
type PaceCtx = Pick<Ctx, 'db' | 'config' | 'now'>

/**
 * Before every mail whose address a member chose or whose sending it pressed: else the platform's good name would carry
 * as many to strangers as somebody likes. Outside a transaction, so that what was refused stays counted. The operator at
 * the command line is not paced.
 */
export async function paceStaffMail(ctx: PaceCtx, { resellerId, by, to, isProved }: StaffMail): Promise<void> {
  const member = actorName(by)
  if (member.startsWith('operator:')) return
  const address = addressOf(to)
  const counters: Counter[] = [
    [RECIPIENT, `${resellerId} ${address}`],
    ...(isProved ? [] : [[STRANGER, address] as const]),
    [MEMBER, member],
    [TEAM, String(resellerId)],
  ]
  for (const [limit, key] of counters) {
    const { isOver, leftMs } = await countOne(ctx, limit, key)
    if (!isOver) continue
    const detail = { limit: limit.name }
    await raiseAlert(ctx.db, { resellerId, kind: 'staff.mails', subject: member, detail }, ctx.now)
    fail('mail.too_many', { retryAfterS: Math.max(1, Math.ceil(leftMs / 1000)) })
  }
}

/** One mailbox has many spellings: `Li.Li+shop@…` is read where `li.li@…` is. */
function addressOf(to: string): string {
  return to.toLowerCase().replace(/\+[^@]*@/, '@')
}
