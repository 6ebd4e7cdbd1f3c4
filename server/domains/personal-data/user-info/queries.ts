import type { SpeedMode } from '../../../../contract/lines.ts'
import { readQuickly, type Asker } from '../../../platform/db/db.ts'
import type { Period } from '../../catalogue/period.ts'
import { openOutage, type StoredOutage } from '../../nodes/outages.ts'
import { noticesOf, noticeUnread } from '../../notices/notice-conditions.ts'

type Profile = {
  userName: string
  email: string | null
  emailVerifiedAt: Date | null
  speedMode: SpeedMode
  inviteCode: string
  pausedAt: Date | null
  deleteAfter: Date | null
  blockedReason: string | null
  packageId: number | null
  period: Period | null
  expiresAt: Date | null
  startsBy: Date | null
  nextResetAt: Date | null
  usedBytes: number
  totalBytes: number
  lineLimit: number
  lineCount: number
  packageName: string | null
  packageNames: unknown
  balanceFen: number
  heldFen: number
  isReseller: boolean
  unread: number
  outage: StoredOutage | null
  hasConnected: boolean
}

/** Looks for earlier connections in all stored months, but only for users who have used nothing this month. */
export async function loadProfile(
  db: Asker,
  resellerId: number,
  accountId: number,
  now: Date,
): Promise<Profile | null> {
  const rows = await readQuickly<Profile>(db, {
    name: 'user_info.profile',
    text: `select a.user_name, a.email, a.email_verified_at, a.speed_mode, a.invite_code, a.paused_at, a.delete_after, a.blocked_reason, s.package_id, s.period, s.expires_at, s.starts_by, s.next_reset_at,
                  coalesce(s.used_bytes, 0) as used_bytes, coalesce(s.total_bytes, 0) as total_bytes,
                  coalesce(s.line_limit, 0) as line_limit,
                  (select count(*)::integer from lines l where l.reseller_id = a.reseller_id and l.account_id = a.id and l.state not in ('failed', 'removed') and l.leaves_at is null) as line_count,
                  p.name as package_name, p.names as package_names, coalesce(m.balance_fen, 0) as balance_fen, coalesce(h.balance_fen, 0) as held_fen,
                  exists (select from resellers r where r.owner_reseller_id = a.reseller_id and r.owner_account_id = a.id) as is_reseller,
                  (select count(*)::integer from (${noticesOf('$3')}) n where ${noticeUnread('$3')}) as unread,
                  ${openOutage('a.reseller_id')} as outage,
                  coalesce(s.used_bytes, 0) > 0 or has_traffic(a.reseller_id, a.id) as has_connected
             from accounts a left join subscriptions s on s.reseller_id = a.reseller_id and s.account_id = a.id
             left join packages p on p.id = s.package_id
             left join ledger_accounts m on m.code = 'user:' || a.reseller_id::text || ':' || a.id::text
             left join ledger_accounts h on h.code = 'order_hold:' || a.reseller_id::text || ':' || a.id::text
            where a.reseller_id = $1 and a.id = $2`,
    values: [resellerId, accountId, now],
  })
  return rows[0] ?? null
}
