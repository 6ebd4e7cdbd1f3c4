import type { Owner } from '../../../platform/context.ts'
import type { Db, Queryable, Tx } from '../../../platform/db/db.ts'

export type PushDevice = { id: string; endpointHash: Buffer; sealedTarget: Buffer; serviceHost: string }

/** Signed out since: nothing may be shown there any more. */
const IS_OVER = `(s.revoked_at is not null or f.revoked_at is not null)`
const WITH_SESSION = `join sessions s on s.reseller_id = p.reseller_id and s.id = p.session_id left join device_families f on f.id = s.device_family_id`

export function findDevices(db: Queryable, { resellerId, accountId }: Owner): Promise<PushDevice[]> {
  return db.query<PushDevice>({
    name: 'push.of_account',
    text: `select p.id, p.endpoint_hash, p.sealed_target, p.service_host from push_devices p ${WITH_SESSION}
            where p.reseller_id = $1 and p.account_id = $2 and not ${IS_OVER} order by p.created_at desc`,
    values: [resellerId, accountId],
  })
}

export async function loadDevice(db: Db, { resellerId, accountId }: Owner, id: string): Promise<PushDevice | null> {
  const rows = await db.query<PushDevice>({
    name: 'push.device',
    text: `select p.id, p.endpoint_hash, p.sealed_target, p.service_host from push_devices p ${WITH_SESSION}
            where p.reseller_id = $1 and p.account_id = $2 and p.id = $3 and not ${IS_OVER}`,
    values: [resellerId, accountId, id],
  })
  return rows[0] ?? null
}

type NewDevice = PushDevice & { sessionId: string; now: Date }

/** A browser has one address for all who sign in there. It shows reminders to the one who asked last. */
export async function replaceDevice(db: Tx, { resellerId, accountId }: Owner, device: NewDevice): Promise<void> {
  await db.query({
    name: 'push.drop_address',
    text: 'delete from push_devices where endpoint_hash = $1',
    values: [device.endpointHash],
  })
  await db.query({
    name: 'push.insert',
    text: `insert into push_devices (id, reseller_id, account_id, session_id, endpoint_hash, sealed_target, service_host, created_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [
      device.id,
      resellerId,
      accountId,
      device.sessionId,
      device.endpointHash,
      device.sealedTarget,
      device.serviceHost,
      device.now,
    ],
  })
}

/** Keeps the newest ones. */
export async function trimDevices(db: Tx, { resellerId, accountId }: Owner, atMost: number): Promise<void> {
  await db.query({
    name: 'push.trim',
    text: `delete from push_devices where reseller_id = $1 and account_id = $2 and id in (
             select id from push_devices where reseller_id = $1 and account_id = $2
              order by created_at desc, id offset $3)`,
    values: [resellerId, accountId, atMost],
  })
}

export async function deleteDevice(db: Queryable, { resellerId, accountId }: Owner, hash: Buffer): Promise<void> {
  await db.query({
    name: 'push.delete',
    text: 'delete from push_devices where reseller_id = $1 and account_id = $2 and endpoint_hash = $3',
    values: [resellerId, accountId, hash],
  })
}

/** Call it after sessions have ended. */
export async function dropEndedDevices(db: Queryable, { resellerId, accountId }: Owner): Promise<void> {
  await db.query({
    name: 'push.drop_ended',
    text: `delete from push_devices where reseller_id = $1 and account_id = $2 and id in (
             select p.id from push_devices p ${WITH_SESSION}
              where p.reseller_id = $1 and p.account_id = $2 and ${IS_OVER})`,
    values: [resellerId, accountId],
  })
}
