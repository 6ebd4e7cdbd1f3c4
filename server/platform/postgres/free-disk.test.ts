import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { expect, inject, onTestFinished, test } from 'vitest'

import { createDb } from '../db/db.ts'
import { findDatabaseFolder, loadFreeDisk } from './free-disk.ts'

test('finds the folder of a database on this machine, from the server or at its usual place', async () => {
  const { superuser, connection } = inject('testCluster')
  const folderFor = async (as: typeof connection) => {
    const db = createDb({ connection: { ...as, database: 'postgres' }, poolSize: 1 })
    onTestFinished(() => db.close())
    return findDatabaseFolder(db)
  }
  expect(await folderFor(superuser)).toMatch(/\/postgres$/)
  expect(await folderFor(connection)).toBe('/var/lib/postgresql')
})

test('uses the fullest of several disks and ignores a missing folder', async () => {
  const { bsize, blocks } = await statfs(tmpdir())
  expect(await loadFreeDisk([tmpdir(), '/nowhere/at/all'])).toMatchObject({ totalBytes: bsize * blocks })
  expect(await loadFreeDisk(['/nowhere/at/all'])).toBeNull()
  const [one, both] = [await loadFreeDisk(['/']), await loadFreeDisk(['/', '/dev/shm'])]
  const share = (disk: typeof one) => disk!.freeBytes / disk!.totalBytes
  expect(share(both)).toBeLessThanOrEqual(share(one) + 0.01)
})
