import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { expect, inject, onTestFinished, test } from 'vitest'

import { createDb } from '../db/db.ts'
import { findDatabaseFolder, loadFreeDisk } from './free-disk.ts'

test("takes the folder of the database's data from the server, and guesses none", async () => {
  const { superuser, connection } = inject('testCluster')
  const open = (as: typeof connection) => {
    const db = createDb({ connection: { ...as, database: 'postgres' }, poolSize: 1 })
    onTestFinished(() => db.close())
    return db
  }
  const asSuperuser = open(superuser)
  const { folder } = await findDatabaseFolder(asSuperuser)
  expect(folder).toMatch(/\/postgres$/)
  await asSuperuser.pool.query(`create role sees_nothing login password 'x'`)
  onTestFinished(async () => void (await asSuperuser.pool.query('drop role sees_nothing')))
  const db = open({ ...connection, user: 'sees_nothing', password: 'x' })
  expect(await findDatabaseFolder(db)).toEqual({ isHere: true, folder: null, role: 'sees_nothing' })
  await asSuperuser.pool.query('grant pg_read_all_settings to sees_nothing')
  expect(await findDatabaseFolder(db)).toMatchObject({ isHere: true, folder })
})

test('uses the fullest of several disks and ignores a missing folder', async () => {
  const { bsize, blocks } = await statfs(tmpdir())
  expect(await loadFreeDisk([tmpdir(), '/nowhere/at/all'])).toMatchObject({ totalBytes: bsize * blocks })
  expect(await loadFreeDisk(['/nowhere/at/all'])).toBeNull()
  const [one, both] = [await loadFreeDisk(['/']), await loadFreeDisk(['/', '/dev/shm'])]
  const share = (disk: typeof one) => disk!.freeBytes / disk!.totalBytes
  expect(share(both)).toBeLessThanOrEqual(share(one) + 0.01)
})
