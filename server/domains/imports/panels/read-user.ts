import type { PasswordKind, SourceUser } from '../neutral.ts'
import type { Row } from '../reader/row.ts'
import { readCents } from './money.ts'
import { readMoment } from './read-moment.ts'

export function readUser(row: Row): SourceUser | null {
  const id = row.number('id')
  if (id === null) return null
  const planId = row.number('plan_id')
  const passwordKind = readPasswordKind(row)
  return {
    id,
    email: (row.text('email') ?? '').trim(),
    passwordKind,
    ...readDigest(row, passwordKind),
    balance: readCents(row, 'balance'),
    commission: readCents(row, 'commission_balance'),
    inviterId: row.number('invite_user_id') || null,
    planId: planId || null,
    groupId: row.number('group_id') || null,
    ...readEnd(row, planId),
    quotaBytes: row.whole('transfer_enable') ?? 0n,
    usedBytes: (row.whole('u') ?? 0n) + (row.whole('d') ?? 0n),
    uuid: row.text(row.has('uuid') ? 'uuid' : 'v2ray_uuid') ?? '',
    token: row.text('token') ?? '',
    hasOwnDiscount: row.flag('discount'),
    hasOwnCommission: row.flag('commission_type') || row.flag('commission_rate'),
    isBanned: row.flag('banned'),
    isStaff: row.flag('is_admin') || row.flag('is_staff'),
    hasTelegram: row.flag('telegram_id'),
    renewsItself: row.flag('auto_renewal'),
    createdAt: row.number('created_at'),
  }
}

/** Version, cost and salt of a bcrypt digest. */
const BCRYPT_SETTINGS = 29

function readDigest(row: Row, kind: PasswordKind): Pick<SourceUser, 'digest' | 'salt'> {
  const digest = row.text('password') ?? ''
  if (kind === 'bcrypt') return { digest, salt: digest.slice(0, BCRYPT_SETTINGS) }
  return { digest: digest.toLowerCase(), salt: kind.endsWith('salt') ? row.text('password_salt') : null }
}

/** No end means "never" only where there is a plan: Xboard writes none for accounts that never bought. */
function readEnd(row: Row, planId: number | null): Pick<SourceUser, 'expiresAt' | 'endsInMs'> {
  if (!planId) return { expiresAt: null, endsInMs: false }
  const { at, isMs } = readMoment(row, 'expired_at')
  const isNone = at === null && !row.damaged.has('expired_at')
  return { expiresAt: isNone ? 'never' : at, endsInMs: isMs }
}

const DIGESTS: Record<string, { plain: PasswordKind; salted: PasswordKind | null; length: number }> = {
  md5: { plain: 'md5', salted: null, length: 32 },
  sha256: { plain: 'sha256', salted: null, length: 64 },
  md5salt: { plain: 'md5', salted: 'md5salt', length: 32 },
  sha256salt: { plain: 'sha256', salted: 'sha256salt', length: 64 },
}

function readPasswordKind(row: Row): PasswordKind {
  const text = row.text('password') ?? ''
  const digest = DIGESTS[(row.text('password_algo') ?? '').trim()]
  if (text === '') return 'none'
  if (!digest) return /^\$2[aby]\$(?:0[4-9]|[12]\d|3[01])\$[./A-Za-z0-9]{53}$/.test(text) ? 'bcrypt' : 'unknown'
  if (text.length !== digest.length || !/^[0-9a-f]+$/i.test(text)) return 'unknown'
  // The panels put a salt that is missing behind the password as nothing.
  const hasSalt = (row.text('password_salt') ?? '') !== ''
  return hasSalt && digest.salted !== null ? digest.salted : digest.plain
}
