import { sql } from 'kysely'
import { createHash, randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'

import { FILE_PART_BYTES } from '../../../contract/client-files.ts'
import { makeApp } from '../../test/run/make-app.ts'

const PARTS = 200
const MB = 1024 ** 2

test('200 MB go out with little memory, and a broken download goes on where it stopped', async () => {
  const { app, db } = await makeApp()
  const part = randomBytes(FILE_PART_BYTES)
  const hash = createHash('sha256')
  for (let at = 0; at < PARTS; at += 1) hash.update(part)
  const sha256 = hash.digest()
  const sizeBytes = PARTS * FILE_PART_BYTES
  const now = new Date()
  const file = { name: 'large.exe', sizeBytes, sha256, createdAt: now }
  const { id: fileId } = await db.kysely
    .insertInto('clientFiles')
    .values(file)
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.kysely.insertInto('clients').values({ id: 'flclash', updatedAt: now }).execute()
  await db.kysely.insertInto('clientPlaces').values({ clientId: 'flclash', system: 'windows', fileId }).execute()
  const facts = { bytes: part, sha256: createHash('sha256').update(part).digest() }
  await db.kysely
    .insertInto('clientFileParts')
    .values({ fileId, number: 0, ...facts })
    .execute()
  await sql`insert into client_file_parts select file_id, n, bytes, sha256 from client_file_parts,
    generate_series(1, ${sql.lit(PARTS - 1)}) n where file_id = ${fileId}`.execute(db.kysely)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/files/${sha256.toString('hex')}/large.exe`
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  const before = process.memoryUsage().arrayBuffers
  let most = 0
  const read = createHash('sha256')
  const take = async (headers: Record<string, string>, upTo: number) => {
    const controller = new AbortController()
    const answer = await fetch(url, { headers, signal: controller.signal })
    let taken = 0
    let looked = 0
    for await (const bytes of answer.body!) {
      const wanted = bytes.subarray(0, upTo - taken)
      read.update(wanted)
      taken += wanted.length
      if (taken - looked > 10 * MB || taken === upTo) {
        looked = taken
        // Freed parts count until the collector has run, whenever it likes.
        collect()
        most = Math.max(most, process.memoryUsage().arrayBuffers - before)
      }
      if (taken === upTo) break
    }
    controller.abort()
    return taken
  }
  const half = 90 * MB + 123
  expect(await take({}, half)).toBe(half)
  expect(await take({ range: `bytes=${half}-`, 'if-range': `"${sha256.toString('hex')}"` }, sizeBytes)).toBe(
    sizeBytes - half,
  )
  expect(read.digest().equals(sha256)).toBe(true)
  // A server that kept the file would hold all 200 and more.
  expect(most).toBeLessThan(50 * MB)
})
