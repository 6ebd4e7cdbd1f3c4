import { createHash } from 'node:crypto'

import { clock } from '../platform/clock.ts'
import type { Tx } from '../platform/db/db.ts'

const STAND_IN_NAME = 'stand-in.txt'
const STAND_IN = `This file stands in for a client.

Here, in the sandbox, it shows that users get their client from this server.
In production, yx clients fetch puts a real release in its place.
`

/** The client that a phone is offered first. */
const FOR = { clientId: 'clash-meta', system: 'android' } as const

/** Seeds one small file once: what an operator changes or removes later stays changed. */
export async function seedClients(tx: Tx): Promise<void> {
  const existing = await tx.kysely.selectFrom('clients').select('id').executeTakeFirst()
  if (existing) return
  const bytes = Buffer.from(STAND_IN)
  const sha256 = createHash('sha256').update(bytes).digest()
  const file = await tx.kysely
    .insertInto('clientFiles')
    .values({ name: STAND_IN_NAME, sizeBytes: bytes.length, sha256, createdAt: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.kysely.insertInto('clientFileParts').values({ fileId: file.id, number: 0, bytes, sha256 }).execute()
  await tx.kysely.insertInto('clients').values({ id: FOR.clientId, updatedAt: clock.now() }).execute()
  await tx.kysely
    .insertInto('clientPlaces')
    .values({ ...FOR, fileId: file.id })
    .execute()
}

/** Takes it back, with the place that it stood for. */
export async function removeStandIn(tx: Tx): Promise<void> {
  const files = await tx.kysely.selectFrom('clientFiles').select('id').where('name', '=', STAND_IN_NAME).execute()
  const ids = files.map(({ id }) => id)
  if (ids.length === 0) return
  await tx.kysely.deleteFrom('clientPlaces').where('fileId', 'in', ids).execute()
  await tx.kysely.deleteFrom('clientFiles').where('id', 'in', ids).execute()
}
