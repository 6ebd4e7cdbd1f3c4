import { statfs } from 'node:fs/promises'

import type { Queryable } from '../db/db.ts'

export type FreeDisk = { freeBytes: number; totalBytes: number }

/**
 * Whether the database is on this machine, and the folder of its data, which the server tells only to members of
 * `pg_read_all_settings`. The usual folder would be a guess: the data may lie on a disk of its own.
 */
export async function findDatabaseFolder(
  db: Queryable,
): Promise<{ isHere: boolean; folder: string | null; role: string }> {
  const [row] = await db.query<{ isHere: boolean; folder: string | null; role: string }>({
    name: 'disk.database_folder',
    text: `select coalesce(inet_server_addr() <<= '127.0.0.0/8' or inet_server_addr() = '::1', true) as is_here,
                  (select setting from pg_settings where name = 'data_directory') as folder,
                  quote_ident(current_user) as role`,
  })
  return row!
}

/** Free space of the fullest disk; ignores a missing folder. */
export async function loadFreeDisk(folders: readonly string[]): Promise<FreeDisk | null> {
  const found = await Promise.all(folders.map((folder) => statfs(folder).catch(() => null)))
  const disks = found.flatMap((disk) =>
    disk && disk.blocks > 0 ? [{ freeBytes: disk.bavail * disk.bsize, totalBytes: disk.blocks * disk.bsize }] : [],
  )
  const share = ({ freeBytes, totalBytes }: FreeDisk) => freeBytes / totalBytes
  return disks.toSorted((one, other) => share(one) - share(other))[0] ?? null
}
