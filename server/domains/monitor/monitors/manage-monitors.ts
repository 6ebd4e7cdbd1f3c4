import { limits } from '../../../../contract/limits.ts'
import type { Config } from '../../../config.ts'
import { inTx, type Ctx } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { fail } from '../../../platform/errors.ts'
import { randomToken } from '../../../platform/secrets/crypto.ts'
import { hashPassword } from '../../../platform/secrets/passwords.ts'
import { writeAudit, type AuditActor } from '../../audit/audit.ts'
import { getReseller } from '../../resellers/reseller-config.ts'
import { makeTotpSecret, totpUri } from '../../sign-in/totp.ts'
import {
  findMonitorRows,
  lockMonitor,
  insertMonitor,
  revokeMonitorSessions,
  updateMonitor,
  type MonitorRow,
} from './operator-queries.ts'
import { sealMonitorSecret } from './sign-in.ts'

type ManageCtx = Pick<Ctx, 'db' | 'now'> & { config: Config }
export type TotpSetup = { secret: string; uri: string }
type NewMonitor = { userName: string; resellerId: number | null; withTotp: boolean }

export function findMonitors(ctx: Pick<Ctx, 'db'>): Promise<MonitorRow[]> {
  return findMonitorRows(ctx.db)
}

/** Generates the password and shows it once, so that nobody chooses a weak one for a public screen. */
export async function addMonitor(
  ctx: ManageCtx,
  { userName, resellerId, withTotp }: NewMonitor,
  actor: AuditActor,
): Promise<{ password: string; totp: TotpSetup | null }> {
  if (userName.length > limits.userNameMax || !new RegExp(limits.userNamePattern).test(userName)) {
    fail('request.invalid', { fields: { user: 'pattern' } })
  }
  if (resellerId !== null) await getReseller(ctx, resellerId)
  const password = randomToken(15)
  const passwordHash = await hashPassword(password)
  return inTx(ctx, async (tx) => {
    const id =
      (await insertMonitor(tx.db, { userName, resellerId, passwordHash, now: ctx.now })) ?? fail('account.taken')
    const totp = withTotp ? await newTotp(tx.db, ctx.config, { id, userName }) : null
    await audit(tx, { id, resellerId }, 'monitor.added', actor)
    return { password, totp }
  })
}

/** Also enables a disabled account again. Ends every session. */
export async function resetMonitorPassword(ctx: ManageCtx, userName: string, actor: AuditActor): Promise<string> {
  const password = randomToken(15)
  const passwordHash = await hashPassword(password)
  await change(ctx, userName, 'monitor.password_reset', actor, (tx, { id }) =>
    updateMonitor(tx, id, { passwordHash, disabledAt: null }),
  )
  return password
}

/** Sets a new second factor or removes it. Ends every session. */
export function resetMonitorTotp(
  ctx: ManageCtx,
  userName: string,
  { isOff }: { isOff: boolean },
  actor: AuditActor,
): Promise<TotpSetup | null> {
  return change(ctx, userName, isOff ? 'monitor.totp_removed' : 'monitor.totp_reset', actor, async (tx, { id }) => {
    if (!isOff) return newTotp(tx, ctx.config, { id, userName })
    await updateMonitor(tx, id, { totpSecret: null })
    return null
  })
}

export function disableMonitor(ctx: ManageCtx, userName: string, actor: AuditActor): Promise<void> {
  return change(ctx, userName, 'monitor.disabled', actor, (tx, { id }) =>
    updateMonitor(tx, id, { disabledAt: ctx.now }),
  )
}

type Held = { id: number; resellerId: number | null }

function change<T>(
  ctx: ManageCtx,
  userName: string,
  action: string,
  actor: AuditActor,
  apply: (tx: Tx, monitor: Held) => Promise<T>,
): Promise<T> {
  return inTx(ctx, async (tx) => {
    const monitor = (await lockMonitor(tx.db, userName)) ?? fail('object.unknown')
    const result = await apply(tx.db, monitor)
    await revokeMonitorSessions(tx.db, monitor.id, ctx.now)
    await audit(tx, monitor, action, actor)
    return result
  })
}

function audit(
  tx: Pick<ManageCtx, 'now'> & { db: Tx },
  monitor: Held,
  action: string,
  actor: AuditActor,
): Promise<void> {
  const entry = { resellerId: monitor.resellerId, actor, action, subject: `monitor:${monitor.id}` }
  return writeAudit(tx.db, entry, tx.now)
}

async function newTotp(db: Tx, config: Config, monitor: { id: number; userName: string }): Promise<TotpSetup> {
  const secret = makeTotpSecret()
  await updateMonitor(db, monitor.id, { totpSecret: sealMonitorSecret(config, monitor.id, secret) })
  return { secret, uri: totpUri(secret, { issuer: 'Yuxian monitor', userName: monitor.userName }) }
}
