import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

import { inTx, type TxCtx } from '../../platform/context.ts'
import type { JobCtx } from '../../platform/jobs/jobs.ts'
import { csvLines, writeCsv } from '../../platform/text/csv.ts'
import { endExport, insertPart, loadExport, type ExportedFile, type ExportRecord } from './queries.ts'
import { exportTables } from './tables.ts'

const pack = promisify(gzip)
const PAGE = 2000
/** The size of a part before it is packed: so much of a file is in memory at a time. */
const PART_BYTES = 1024 * 1024

type Named = { resellerId: number; exportId: number }
type Table = (typeof exportTables)[number]

/** The job: all files in one transaction that sees one moment, so that the ledger adds up to the balances beside it. */
export async function writeExport(ctx: JobCtx, named: Named): Promise<void> {
  const found = await loadExport(ctx.db, named)
  if (found?.state !== 'waiting') return
  try {
    await inTx(ctx, async (tx) => {
      await tx.db.query({ name: 'exports.one_moment', text: 'set transaction isolation level repeatable read' })
      const files: ExportedFile[] = []
      for (const table of exportTables) files.push(await writeFile(tx, named, table, found.format))
      await endExport(tx.db, named, { state: 'done', files, now: tx.now })
    })
  } catch (error) {
    if (ctx.isLastAttempt) await endExport(ctx.db, named, { state: 'failed', files: [], now: ctx.now })
    throw error
  }
}

async function writeFile(
  { db }: TxCtx,
  named: Named,
  { file, columns, read, start }: Table,
  format: ExportRecord['format'],
): Promise<ExportedFile> {
  let [after, text, part, rows, bytes] = [start, format === 'csv' ? writeCsv([columns]) : '', 0, 0, 0]
  const keep = async () => {
    const content = Buffer.from(text)
    bytes += content.length
    await insertPart(db, { ...named, file, part }, await pack(content))
    part += 1
    text = ''
  }
  for (;;) {
    const page = await read(db, { resellerId: named.resellerId, after, limit: PAGE })
    const lines = page.map(({ line }) => pick(line, columns))
    text += format === 'csv' ? csvLines(lines.map(cellsOf)) : lines.map((one) => `${JSON.stringify(one)}\n`).join('')
    rows += page.length
    after = page.at(-1)?.place ?? after
    if (text.length >= PART_BYTES) await keep()
    if (page.length < PAGE) break
  }
  if (text !== '') await keep()
  return { file, rows, bytes }
}

type Row = Record<string, string | number | boolean | null>

function pick(line: string, columns: readonly string[]): Row {
  const all = JSON.parse(line) as Row
  return Object.fromEntries(columns.map((column) => [column, all[column] ?? null]))
}

const cellsOf = (row: Row) => Object.values(row).map((value) => (value === null ? '' : String(value)))
