import type { Mode } from '../../config.ts'
import type { Sealing } from './sealing.ts'

/** The first line of every file, before its head. */
export const MAGIC = Buffer.from('yuxian backup\n')
/** Version of the file format, not of the schema. A reader refuses a higher one. */
export const FORMAT = 1

/** Not encrypted, even in a sealed file: `backup list` shows it. */
export type OpenHead = {
  format: number
  release: string
  schemaVersion: number
  madeAt: string
  sealing: Sealing | null
}

/** The first block. It is sealed with the rest, because row counts tell how business goes. */
export type Contents = {
  postgres: string
  /** Every migration that the database had. */
  migrations: { version: number; name: string; checksum: string }[]
  /** In the order of the file. The last part holds the waiting jobs. */
  parts: PartHead[]
  sequences: { name: string; value: string; isCalled: boolean }[]
  /** Unlogged tables: the running server fills them again. */
  leftOut: string[]
  /** Tells whether SECRET_KEY is the right one, without containing the key; null before a first start. */
  secretMark: string | null
  /** The database's mode mark; absent in files from before there were marks. */
  mode?: Mode | null
}

export type PartHead = { name: string; columns: string[]; partitions: string[]; rows: number }
export type PartEnd = { rows: number; bytes: number; sha256: string }
export type FileEnd = { blocks: number; sha256: string }

export const JOBS_PART = 'graphile_worker jobs'

export const blockType = { contents: 0x63, part: 0x70, data: 0x64, partEnd: 0x65, end: 0x7a } as const
/** Large enough for a badly compressed block of rows or for the contents. */
export const BLOCK_MAX_BYTES = 4 * 1_048_576
export const HEAD_MAX_BYTES = 65_536
