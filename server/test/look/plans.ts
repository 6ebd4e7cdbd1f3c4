import pg from 'pg'
import { vi } from 'vitest'

import type { Db } from '../../platform/db.ts'

type Statement = { text: string; values?: unknown[] }
type PlanNode = { 'Node Type': string; 'Relation Name'?: string; Plans?: PlanNode[] }

/** Tables that any query of `work` would read from end to end. Plans are those of this data: analyse it first. */
export async function tablesScanned(db: Db, work: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  let asked: Statement[]
  try {
    await work()
    asked = spy.mock.calls
      .map(([first]: unknown[]) => (typeof first === 'string' ? { text: first } : (first as Statement)))
      .filter(({ text }) => /^\s*(select|with)\b/i.test(text) && !/audit_log|staff_sessions/.test(text))
  } finally {
    spy.mockRestore()
  }
  const scanned = new Set<string>()
  for (const { text, values } of asked) {
    const { rows } = await db.pool.query(`explain (format json) ${text}`, values ?? [])
    collect(rows[0]['QUERY PLAN'][0].Plan as PlanNode, scanned)
  }
  return [...scanned].sort()
}

function collect(node: PlanNode, scanned: Set<string>): void {
  if (node['Node Type'] === 'Seq Scan' && node['Relation Name']) scanned.add(node['Relation Name'])
  for (const child of node.Plans ?? []) collect(child, scanned)
}
