import pg from 'pg'
import { vi } from 'vitest'

import type { Db } from '../../platform/db/db.ts'

type Statement = { text: string; values?: unknown[] }
type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: PlanNode[]
}

/** Tables that a query of `work` would read from end to end. Plans depend on this data: analyse it first. */
export async function tablesScanned(db: Db, work: () => Promise<unknown>, kinds = READS): Promise<string[]> {
  const nodes = await planNodes(db, work, kinds)
  const scanned = nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name'] ?? '')
  return [...new Set(scanned)].sort()
}

/** The conditions with which queries of `work` would search an index. */
export async function conditionsOf(db: Db, index: string, work: () => Promise<unknown>): Promise<string[]> {
  const nodes = await planNodes(db, work)
  return nodes.filter((node) => node['Index Name'] === index).map((node) => node['Index Cond'] ?? '')
}

const READS = /^\s*(select|with)\b/i
/** Explaining a statement does not run it. */
export const READS_AND_WRITES = /^\s*(select|with|insert|update|delete)\b/i

/**
 * Makes these tables look as if they had ten million rows each. The planner multiplies rows per page by the actual
 * pages, so one page that claims to hold them all is enough; an empty table stays empty.
 */
export async function pretendLarge(db: Db, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    const text = `select pg_restore_relation_stats('schemaname', 'public', 'relname', $1::text, 'relpages', 1, 'reltuples', 1e7::real)`
    await db.pool.query(text, [table])
  }
}

async function planNodes(db: Db, work: () => Promise<unknown>, kinds = READS): Promise<PlanNode[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  let asked: Statement[]
  try {
    await work()
    asked = spy.mock.calls
      .map(([first]: unknown[]) => (typeof first === 'string' ? { text: first } : (first as Statement)))
      .filter(({ text }) => kinds.test(text) && !/audit_log|staff_sessions/.test(text))
  } finally {
    spy.mockRestore()
  }
  const nodes: PlanNode[] = []
  for (const { text, values } of asked) {
    const { rows } = await db.pool.query(`explain (format json) ${text}`, values ?? [])
    nodes.push(...allOf(rows[0]['QUERY PLAN'][0].Plan as PlanNode))
  }
  return nodes
}

const allOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(allOf)]
