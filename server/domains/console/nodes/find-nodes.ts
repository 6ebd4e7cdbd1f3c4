import type { Static } from 'typebox'

import type { consoleApi } from '../../../../contract/console/api.ts'
import type { NodeRow } from '../../../../contract/console/nodes.ts'
import type { StaffCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { nodeHealth } from '../../lines/node-state.ts'
import { findNodeFigures } from '../../monitor/figures/node-figures.ts'
import { findNodes } from '../../nodes/load-node.ts'

type List = typeof consoleApi.nodes.list
type Input = Static<List['input']>
const FIRST_LIMIT = 50

/** The monitor's figures as list rows. An installation has some hundred nodes at most, so all are read. */
export async function readNodeRows(ctx: Pick<StaffCtx<'platform'>, 'db' | 'config' | 'now'>) {
  const { nodes: figures } = await findNodeFigures(ctx.db, ctx.config, { resellerId: null, now: ctx.now })
  const byId = new Map((await findNodes(ctx)).map((node) => [node.id, node]))
  return figures.flatMap((figure) => {
    const node = byId.get(figure.id)
    if (!node) return []
    const isHeard = figure.state !== 'silent' && figure.state !== 'new'
    const { state: userState, check, reason } = nodeHealth(node, ctx.now)
    const row: NodeRow = {
      ...figure,
      state: node.inMaintenance ? 'maintenance' : figure.state,
      userState,
      check,
      reason,
      protocol: node.protocol,
      latencyMs: isHeard ? node.latencyMs : null,
      ratePercent: node.ratePercent,
      isDemo: node.isDemo,
    }
    return [{ row, node }]
  })
}

export async function findNodeList(ctx: StaffCtx<'platform'>, input: Input): Promise<Static<List['output']>> {
  const { state, region, protocol, search = '', limit = FIRST_LIMIT, cursor } = input
  const words = search.trim().toLowerCase()
  const fitting = (await readNodeRows(ctx)).filter(
    ({ row, node }) =>
      (state === undefined || row.state === state) &&
      (region === undefined || row.region === region) &&
      (protocol === undefined || row.protocol === protocol) &&
      [node.name, node.region, node.address, ...Object.values(node.names)].some((text) =>
        text.toLowerCase().includes(words),
      ),
  )
  const rows = fitting.map(({ row }) => row).toSorted(orderOf(input.sort))
  const begin = cursor === undefined ? 0 : beginAfter(rows, cursor)
  const shown = rows.slice(begin, begin + limit)
  const nextCursor = begin + limit < rows.length ? String(shown.at(-1)!.id) : null
  return { rows: shown, nextCursor, count: rows.length, countIsFloor: false }
}

/** The cursor is the last node shown. If that node is gone, the list starts at the first page. */
function beginAfter(rows: readonly NodeRow[], cursor: string): number {
  if (!/^\d{1,10}$/.test(cursor)) fail('request.invalid', { fields: { cursor: 'pattern' } })
  return rows.findIndex(({ id }) => id === Number(cursor)) + 1
}

/** Default order: nodes that need attention first, then by region and name. */
const URGENCY: Record<NodeRow['state'], number> = { silent: 0, down: 0, starting: 1, new: 2, maintenance: 3, up: 4 }

function orderOf(sort: Input['sort']): (a: NodeRow, b: NodeRow) => number {
  const byName = (a: NodeRow, b: NodeRow) =>
    a.region.localeCompare(b.region) || a.name.localeCompare(b.name) || a.id - b.id
  if (sort === undefined) return (a, b) => URGENCY[a.state] - URGENCY[b.state] || byName(a, b)
  const turn = sort.startsWith('-') ? -1 : 1
  const column = sort.replace('-', '') as 'name' | 'onlineUsers' | 'lines' | 'downBps' | 'cpuPercent'
  if (column === 'name') return (a, b) => turn * (a.name.localeCompare(b.name) || a.id - b.id)
  return (a, b) => turn * ((a[column] ?? -1) - (b[column] ?? -1)) || byName(a, b)
}
