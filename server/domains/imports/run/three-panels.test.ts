import { expect, test } from 'vitest'

import { makeImportDesk, panelPlan, served } from '../../../test/build/panels/import-desk.ts'
import { nodeRows } from '../../../test/build/panels/node-kinds.ts'
import { panelUser, type PanelRows } from '../../../test/build/panels/rows.ts'
import type { PanelName } from '../../../test/build/panels/schemas.ts'
import { checkBooksAfterEach } from '../../../test/look/books.ts'
import { makeRowsOf } from '../../../test/matrix/tenant-rows.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { loadBalanceFen } from '../../ledger/load-balance.ts'
import { undoImport } from './undo-import.ts'

const app = await makeApp()
const { db } = app
checkBooksAfterEach(db)
const { newReseller, run, ctx } = makeImportDesk(app)
const PANELS = ['v2board', 'fork', 'xboard'] as const
const [USERS, NODES] = [30, 80]
const PLAIN: Record<PanelName, string> = { v2board: 'v2_server_trojan', fork: 'v2_server_trojan', xboard: 'v2_server' }

/** All kinds of nodes and plain ones up to the number; the panels count their nodes and users from 1, each for itself. */
function rowsOf(panel: PanelName): PanelRows {
  const nodes: PanelRows = nodeRows(panel)
  const table = PLAIN[panel]
  const plain = nodes[table]!.find(({ name }) => name === 'trojan-tcp')!
  const kinds = Object.values(nodes).flat().length
  const more = Array.from({ length: NODES - kinds }, (_, at) => {
    return { ...plain, id: 500 + at, name: `plain ${at}`, host: `plain${at}.example.com`, group_id: '["9"]' }
  })
  const v2_user = Array.from({ length: USERS }, (_, at) => {
    const money = { balance: at * 101, commission_balance: at % 7 === 0 ? at : 0 }
    return panelUser(at + 1, { ...money, ...(at % 10 === 0 ? served : {}) })
  })
  const v2_plan = [panel === 'xboard' ? { ...panelPlan, prices: '{"monthly":30}' } : panelPlan]
  return { ...nodes, [table]: [...nodes[table]!, ...more], v2_user, v2_plan }
}

const sumOf = (rows: PanelRows, column: string) =>
  rows['v2_user']!.reduce((sum, row) => sum + Number(row[column] ?? 0), 0)

test('three panels with the same numbers, names and places live in one installation, and one of them goes', async () => {
  const there = new Map<PanelName, { resellerId: number; rows: PanelRows }>()
  for (const panel of PANELS) there.set(panel, { resellerId: await newReseller(), rows: rowsOf(panel) })
  for (const [panel, { resellerId, rows }] of there) {
    const { brought, source } = await run(resellerId, rows, { panel })
    expect(source.outcomes.nodes).toHaveLength(NODES)
    const come = source.outcomes.nodes.filter(({ becomes }) => becomes !== 'left')
    expect([panel, brought.nodes]).toEqual([panel, come.length])
    expect(brought).toMatchObject({
      users: USERS,
      balanceFen: sumOf(rows, 'balance'),
      commissionFen: sumOf(rows, 'commission_balance'),
    })
  }
  const owed = (resellerId: number) => loadBalanceFen({ db }, { kind: 'liability', resellerId })
  const kept = new Map<number, readonly string[]>()
  for (const { resellerId, rows } of there.values()) {
    expect(await owed(resellerId)).toBe(-sumOf(rows, 'balance') - sumOf(rows, 'commission_balance'))
    kept.set(resellerId, await (await makeRowsOf(db, resellerId))())
  }
  for (const [panel, { resellerId, rows }] of there) {
    const { brought } = await run(resellerId, rows, { panel })
    expect(brought).toMatchObject({ users: 0, usersChanged: 0, nodes: 0, nodesChanged: 0, entries: 0 })
  }
  const { resellerId: gone, rows } = there.get('fork')!
  expect(await undoImport(ctx(), gone, 'panel')).toMatchObject({ users: USERS, nodes: expect.any(Number) })
  expect(await owed(gone)).toBe(0)
  for (const { resellerId } of there.values()) {
    if (resellerId === gone) continue
    const differs = (await (await makeRowsOf(db, resellerId))()).filter((row, at) => row !== kept.get(resellerId)![at])
    // How often it ran, and who ran it.
    expect(differs.map((row) => row.split(' ')[0]).filter((name) => !['imports', 'audit_log'].includes(name!))).toEqual(
      [],
    )
  }
  const again = await run(gone, rows, { panel: 'fork' })
  expect(again.brought).toMatchObject({ users: USERS, balanceFen: sumOf(rows, 'balance') })
  expect(await owed(gone)).toBe(-sumOf(rows, 'balance') - sumOf(rows, 'commission_balance'))
})
