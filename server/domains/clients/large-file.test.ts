import { sql } from 'kysely'
import { createHash, randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'

import { FILE_PART_BYTES } from '../../../contract/client-files.ts'
import { makeApp } from '../../test/run/make-app.ts'

const PARTS = 60
const MB = 1024 ** 2

test('60 MB go out no faster than they are read, and a broken download goes on where it stopped', async () => {
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
  // Count what was loaded. The process's memory would depend on when the collector runs.
  const query = db.query.bind(db)
  let loaded = 0
  vi.spyOn(db, 'query').mockImplementation((statement) => {
    if (statement.name === 'clients.part') loaded += FILE_PART_BYTES
    return query(statement)
  })
  let ahead = 0
  const read = createHash('sha256')
  const take = async (headers: Record<string, string>, upTo: number) => {
    loaded = 0
    const controller = new AbortController()
    const answer = await fetch(url, { headers, signal: controller.signal })
    let taken = 0
    for await (const bytes of answer.body!) {
      const wanted = bytes.subarray(0, upTo - taken)
      read.update(wanted)
      taken += wanted.length
      ahead = Math.max(ahead, loaded - taken)
      if (taken === upTo) break
    }
    controller.abort()
    return taken
  }
  const half = 25 * MB + 123
  expect(await take({}, half)).toBe(half)
  expect(await take({ range: `bytes=${half}-`, 'if-range': `"${sha256.toString('hex')}"` }, sizeBytes)).toBe(
    sizeBytes - half,
  )
  expect(read.digest().equals(sha256)).toBe(true)
  // What the sockets hold; a server that did not wait for its reader would be 25 MB ahead and more.
  expect(ahead).toBeLessThan(15 * MB)
})
