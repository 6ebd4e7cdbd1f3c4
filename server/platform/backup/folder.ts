import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

import type { OpenHead } from './head.ts'
import { readOpenHead } from './read-file.ts'
import { PARTIAL } from './write-file.ts'

const ENDING = '.yxb'
const NAME = /^yuxian-(\d{8})T(\d{6})Z(-nightly)?\.yxb$/

export type ListedBackup = {
  name: string
  bytes: number
  isNightly: boolean
  /** Null if the file cannot be read as one of our backups. */
  head: OpenHead | null
}

export function newFileName(now: Date, isNightly: boolean): string {
  const stamp = now.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  return `yuxian-${stamp}${isNightly ? '-nightly' : ''}${ENDING}`
}

export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
}

/** Newest first. Reads only the heads: only reading a whole file tells whether it is complete. */
export async function listBackups(folder: string): Promise<ListedBackup[]> {
  const names = (await readNames(folder)).filter((name) => name.endsWith(ENDING))
  const listed = await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name)
      const head = await readOpenHead(file).catch(() => null)
      return { name, bytes: (await stat(file)).size, isNightly: NAME.exec(name)?.[3] !== undefined, head }
    }),
  )
  const timeOf = ({ head, name }: ListedBackup) => head?.madeAt ?? name
  return listed.toSorted((a, b) => timeOf(b).localeCompare(timeOf(a)))
}

/** Removes what a killed process left behind. Call it only while making a backup: then no other process makes one. */
export async function removePartials(folder: string): Promise<string[]> {
  const left = (await readNames(folder)).filter((name) => name.endsWith(ENDING + PARTIAL))
  for (const name of left) await rm(path.join(folder, name), { force: true })
  return left
}

const KEPT: readonly { count: number; bucketOf: (day: Date) => string }[] = [
  { count: 7, bucketOf: (day) => day.toISOString().slice(0, 10) },
  { count: 4, bucketOf: weekOf },
  { count: 12, bucketOf: (day) => day.toISOString().slice(0, 7) },
]

/**
 * Considers only nightly backups: keeps the newest of each of the last seven days, four weeks and twelve months that
 * have one. Manual backups stay until somebody removes them.
 */
export function findOutdated(names: readonly string[]): string[] {
  const nightly = names.flatMap((name) => {
    const [, date, , mark] = NAME.exec(name) ?? []
    if (!date || !mark) return []
    const day = new Date(`${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}T00:00:00Z`)
    return [{ name, day }]
  })
  const newestFirst = nightly.toSorted((a, b) => b.name.localeCompare(a.name))
  const kept = new Set<string>()
  for (const { count, bucketOf } of KEPT) {
    const buckets = new Map<string, string>()
    for (const { name, day } of newestFirst) {
      const bucket = bucketOf(day)
      if (!buckets.has(bucket) && buckets.size < count) buckets.set(bucket, name)
    }
    for (const name of buckets.values()) kept.add(name)
  }
  return newestFirst.map(({ name }) => name).filter((name) => !kept.has(name))
}

export async function removeOutdated(folder: string): Promise<string[]> {
  const outdated = findOutdated(await readNames(folder))
  for (const name of outdated) await rm(path.join(folder, name), { force: true })
  return outdated
}

/** The Monday of the day's week. */
function weekOf(day: Date): string {
  const monday = new Date(day)
  monday.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  return monday.toISOString().slice(0, 10)
}

async function readNames(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}
