import { staffLimits } from '../../../contract/console/staff-limits.ts'
import type { Permission } from '../../../contract/permissions.ts'
import type { RoleName } from '../../../contract/role-names.ts'
import type { Route } from '../../../contract/route.ts'
import { makeTotpSecret } from '../../domains/sign-in/totp.ts'
import { sealStaffSecret } from '../../domains/staff/totp-secret.ts'
import { clock } from '../../platform/clock.ts'
import { randomToken, sha256 } from '../../platform/secrets/crypto.ts'
import { callAs } from '../run/call-as.ts'
import type { TestApp } from '../run/make-app.ts'
import { PASSWORD, PASSWORD_HASH } from './factories.ts'

type Made = Pick<TestApp, 'app' | 'db' | 'config'>
type Wanted = {
  /** Null: the platform's staff. Creates a missing reseller. */
  resellerId: number | null
  role?: RoleName
  /** A custom role with just these permissions, instead of a built-in one. */
  permissions?: readonly Permission[]
  name?: string
  email?: string
  withTotp?: boolean
}

const XSRF = 'xsrf-of-the-test'
let made = 0

/** A member with the password PASSWORD who has just signed in: `call` sends the cookie and the XSRF echo. */
export async function buildStaff({ app, db, config }: Made, wanted: Wanted) {
  const {
    resellerId,
    role = 'owner',
    permissions,
    name = `member${(made += 1)}-${randomToken(3).replaceAll('-', 'x')}`,
  } = wanted
  const now = clock.now()
  // The platform's mails use the brand of key 0.
  const reseller = { id: resellerId ?? 0, isWhitelisted: true }
  await db.kysely
    .insertInto('resellers')
    .values(reseller)
    .onConflict((oc) => oc.doNothing())
    .execute()
  const roleId = permissions ? await insertRole(db, resellerId, permissions, now) : null
  const { id: staffId } = await db.kysely
    .insertInto('staff')
    .values({
      resellerId,
      name,
      passwordHash: PASSWORD_HASH,
      ...(roleId === null ? { role } : { roleId }),
      createdAt: now,
      ...(wanted.email ? { email: wanted.email, emailVerifiedAt: now } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const totpSecret = wanted.withTotp ? makeTotpSecret() : null
  if (totpSecret) {
    const totp = { totpSecret: sealStaffSecret(config, staffId, totpSecret), totpConfirmedAt: now }
    await db.kysely.updateTable('staff').set(totp).where('id', '=', staffId).execute()
  }
  const token = await buildStaffSession(db, staffId)
  return { staffId, name, password: PASSWORD, totpSecret, token, ...staffCalls(app, token) }
}

/** Headers that get a console route as far as its input: those of a visitor, or of an owner of the right team. */
export async function consoleHeaders(app: Made, { access, scope }: Pick<Route, 'access' | 'scope'>) {
  if (access !== 'staff') return staffCalls(app.app, null).headers
  return (await buildStaff(app, { resellerId: scope === 'platform' ? null : 260, withTotp: true })).headers
}

async function insertRole(db: TestApp['db'], resellerId: number | null, permissions: readonly Permission[], now: Date) {
  const role = { resellerId, name: `role${(made += 1)}`, permissions: [...permissions], createdAt: now }
  return (await db.kysely.insertInto('staffRoles').values(role).returning('id').executeTakeFirstOrThrow()).id
}

/** Another signed-in browser of that member; returns its token. */
export async function buildStaffSession(db: TestApp['db'], staffId: number): Promise<string> {
  const token = randomToken()
  const now = clock.now()
  const times = {
    createdAt: now,
    seenAt: now,
    provedAt: now,
    expiresAt: new Date(now.getTime() + staffLimits.absoluteMs),
  }
  await db.kysely
    .insertInto('staffSessions')
    .values({ staffId, tokenHash: sha256(token), userAgent: 'test', address: '127.0.0.1', ...times })
    .execute()
  return token
}

/** Calls of a console page: with the token's cookie, or as a visitor without one. */
export function staffCalls(app: TestApp['app'], token: string | null) {
  const cookie = `${token === null ? '' : `yx_console=${token}; `}XSRF-TOKEN=${XSRF}`
  const headers = { cookie, 'x-xsrf-token': XSRF }
  return { headers, call: callAs(app, headers) }
}
