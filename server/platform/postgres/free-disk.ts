import { statfs } from 'node:fs/promises'

import type { Queryable } from '../db/db.ts'

export type FreeDisk = { freeBytes: number; totalBytes: number }

/** Where Debian and similar systems keep the data of a local server. */
const USUAL_FOLDER = '/var/lib/postgresql'

/**
 * The folder of the database's data if it is on this machine, else null. The server tells it only to a few roles; for
 * others, use the usual place. An embedded database lies in the data folder, which is checked anyway.
 */
export async function findDatabaseFolder(db: Queryable): Promise<string | null> {
  const [row] = await db.query<{ isHere: boolean; folder: string | null }>({
    name: 'disk.database_folder',
    text: `select coalesce(inet_server_addr() <<= '127.0.0.0/8' or inet_server_addr() = '::1', true) as is_here,
                  (select setting from pg_settings where name = 'data_directory') as folder`,
  })
  return row?.isHere ? (row.folder ?? USUAL_FOLDER) : null
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
