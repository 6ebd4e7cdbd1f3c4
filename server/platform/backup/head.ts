import type { Mode } from '../../config.ts'
import type { Sealing } from './sealing.ts'

/** The first line of every file, before its head. */
export const MAGIC = Buffer.from('yuxian backup\n')
/** Of the file, not of the schema. A reader refuses a higher one. */
export const FORMAT = 1

/** In the open, also in a sealed file: what `backup list` shows. */
export type OpenHead = {
  format: number
  release: string
  schemaVersion: number
  madeAt: string
  sealing: Sealing | null
}

/** The first block; sealed with the rest, since counts tell how business goes. */
export type Contents = {
  postgres: string
  /** Every migration that the database had. */
  migrations: { version: number; name: string; checksum: string }[]
  /** In the order of the file. The last part are the waiting jobs. */
  parts: PartHead[]
  sequences: { name: string; value: string; isCalled: boolean }[]
  /** Unlogged tables: made anew by running. */
  leftOut: string[]
  /** What tells, without the key being inside, whether SECRET_KEY is the right one; null before a first start. */
  secretMark: string | null
  /** The mark of the database; absent before there were marks. */
  mode?: Mode | null
}

export type PartHead = { name: string; columns: string[]; partitions: string[]; rows: number }
export type PartEnd = { rows: number; bytes: number; sha256: string }
export type FileEnd = { blocks: number; sha256: string }

export const JOBS_PART = 'graphile_worker jobs'

export const blockType = { contents: 0x63, part: 0x70, data: 0x64, partEnd: 0x65, end: 0x7a } as const
/** A block of rows, packed badly, or the contents. */
export const BLOCK_MAX_BYTES = 4 * 1_048_576
export const HEAD_MAX_BYTES = 65_536
