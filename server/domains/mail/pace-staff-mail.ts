import { staffLimits } from '../../../contract/console/staff-limits.ts'
import { HOUR_MS } from '../../../contract/durations.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { countOne, type Counter, type Limit } from '../../platform/limits/limits.ts'
import { raiseAlert } from '../alerts/alerts.ts'
import { actorName, type AuditActor } from '../audit/audit.ts'

const DAY_MS = 24 * HOUR_MS
const MEMBER: Limit = { name: 'staff-mail-member', points: staffLimits.mailsPerMember, windowMs: HOUR_MS }
const TEAM: Limit = { name: 'staff-mail-team', points: staffLimits.mailsPerTeam, windowMs: DAY_MS }
const RECIPIENT: Limit = { name: 'staff-mail-to', points: staffLimits.mailsPerRecipient, windowMs: DAY_MS }
const STRANGER: Limit = { name: 'staff-mail-stranger', points: staffLimits.mailsPerStranger, windowMs: DAY_MS }

type StaffMail = {
  /** The sender; null: the platform. */
  resellerId: number | null
  /** The member who causes the mail, or who made the invitation it belongs to. */
  by: AuditActor
  to: string
  /** True for a verified address: mails of other resellers do not count against it. */
  isProved: boolean
}
type PaceCtx = Pick<Ctx, 'db' | 'config' | 'now'>

/**
 * Call before every mail whose address a member chose or whose sending a member pressed: otherwise a member could send
 * any number of mails to strangers in the platform's name. Call outside a transaction, so that refused tries stay
 * counted. Operators at the command line have no limit.
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

/** One mailbox has many spellings: `Li.Li+shop@…` and `li.li@…` are the same. */
function addressOf(to: string): string {
  return to.toLowerCase().replace(/\+[^@]*@/, '@')
}
