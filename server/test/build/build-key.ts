import { keyPermissions, type Permission } from '../../../contract/permissions.ts'
import { drawKey } from '../../domains/api-keys/key-text.ts'
import { clock } from '../../platform/clock.ts'
import { callAs } from '../run/call-as.ts'
import type { TestApp } from '../run/make-app.ts'
import { buildStaff } from './build-staff.ts'

type Made = Pick<TestApp, 'app' | 'db' | 'config'>
type Wanted = {
  resellerId: number | null
  /** Left out: everything that a key may ever do. */
  permissions?: readonly Permission[]
  networks?: readonly string[]
  callsPerMinute?: number
  dailyFen?: number
  expiresAt?: Date
}

/** A key made by an owner of the team. `call` makes a console call with it, as a program does. */
export async function buildKey(made: Made, { resellerId, ...wanted }: Wanted) {
  const maker = await buildStaff(made, { resellerId })
  const key = await insertKey(made.db, { resellerId, madeBy: maker.staffId, ...wanted })
  return { ...key, maker, ...keyCalls(made.app, key.text) }
}

export async function insertKey(db: TestApp['db'], { madeBy, ...wanted }: Wanted & { madeBy: number }) {
  const { text, short, hash } = drawKey()
  const { resellerId, permissions = keyPermissions, networks = [], callsPerMinute = 600, dailyFen = 0 } = wanted
  const row = { resellerId, madeBy, name: `bot ${short}`, short, secretHash: hash, permissions: [...permissions] }
  const { id } = await db.kysely
    .insertInto('apiKeys')
    .values({
      ...row,
      networks: `{${networks.join()}}` as never,
      callsPerMinute,
      dailyFen,
      expiresAt: wanted.expiresAt ?? null,
      createdAt: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id: Number(id), text, short }
}

/** Calls of a program: no cookie, no echo, the key alone. */
export function keyCalls(app: TestApp['app'], text: string) {
  const headers = { authorization: `Bearer ${text}` }
  return { headers, call: callAs(app, headers) }
}
