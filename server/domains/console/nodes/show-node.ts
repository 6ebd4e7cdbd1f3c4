import type { Static } from 'typebox'

import { brandOf } from '../../../../contract/brand.ts'
import type { consoleApi } from '../../../../contract/console/api.ts'
import type { NodeDetail } from '../../../../contract/console/nodes.ts'
import { MINUTE_MS } from '../../../../contract/durations.ts'
import type { StaffCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import type { Answer, AnswerOf } from '../../../platform/http/answer.ts'
import { toMonitorAlert } from '../../alerts/shown-alert.ts'
import { auditLook } from '../../audit/audit.ts'
import { showMove } from '../../lines/moves/show-move.ts'
import { filterWords } from '../../lists/filter-words.ts'
import { loadPage } from '../../lists/list-page.ts'
import { findAlertsOf } from '../../monitor/find-alerts.ts'
import { loadBlocked } from '../../nodes/blocked-tries.ts'
import { loadNode, type Node, type NodeReport } from '../../nodes/load-node.ts'
import { nodeSubject } from '../../nodes/node-subject.ts'
import { unpinnedOf } from '../../nodes/shown-certificate.ts'
import { getReseller } from '../../resellers/reseller-config.ts'
import { readNodeRows } from './find-nodes.ts'
import { countLinesByState, findPoints, lineList, loadEnrolment, type ListedLine } from './queries.ts'

type Calls = typeof consoleApi.nodes
type Ctx = StaffCtx<'platform'>
const ALERTS = 10

async function getNodeRow(ctx: Ctx, nodeId: number) {
  return (await readNodeRows(ctx)).find(({ row }) => row.id === nodeId) ?? fail('object.unknown')
}

export async function showNode(ctx: Ctx, { nodeId }: { nodeId: number }): Promise<Answer<NodeDetail>> {
  const { row, node } = await getNodeRow(ctx, nodeId)
  const { enrolledAt, enrolUntil, hasPrivateKey } = await loadEnrolment(ctx.db, nodeId, ctx.now)
  const { resellerId } = node
  const alerts = await findAlertsOf(ctx, nodeSubject(nodeId), ALERTS)
  return {
    ...row,
    names: node.names,
    address: node.address,
    port: node.port,
    speedMbps: node.speedMbps,
    suits: node.suits,
    settings: node.settings as NodeDetail['settings'],
    hasPrivateKey: hasPrivateKey && node.settings['security'] === 'reality',
    resellerName: resellerId === null ? null : brandOf(resellerId, await getReseller(ctx, resellerId)).title,
    look: await toLook(ctx, node),
    unpinned: unpinnedOf(node),
    ownCertificate: node.settings['certMode'] === 'self' ? node.certSha256 : null,
    blocked: await loadBlocked(ctx, nodeId),
    appliedRevision: node.appliedRevision,
    revision: node.revision,
    engine: node.engine,
    enrolledAt,
    enrolUntil,
    linesByState: await countLinesByState(ctx.db, nodeId),
    alerts: alerts.map((alert) => toMonitorAlert(alert, ctx.language)),
    move: await showMove(ctx.db, nodeId),
  }
}

async function toLook(ctx: Ctx, { lookedAt, ...node }: Node & NodeReport): Promise<Answer<NodeDetail['look']>> {
  if (!lookedAt) return null
  const { lookWay: way, lookMs: ms, lookFailures, lookFault: fault, lookedBy } = node
  const by = lookedBy === null ? null : ((await loadNode(ctx, lookedBy))?.name ?? null)
  return { at: lookedAt, way, ms, failures: lookFailures ?? 0, fault, by }
}

/** Minutes per point, by the hours shown. */
const STEPS = { 1: 1, 24: 15, 168: 120, 720: 480 } as const

export async function showHistory(
  ctx: Ctx,
  { nodeId, hours }: Static<Calls['history']['input']>,
): Promise<AnswerOf<Calls['history']>> {
  await getNodeRow(ctx, nodeId)
  const stepMinutes = STEPS[hours]
  // The last full minute is the newest one recorded.
  const to = new Date(Math.floor(ctx.now.getTime() / MINUTE_MS) * MINUTE_MS)
  const from = new Date(to.getTime() - hours * 60 * MINUTE_MS)
  const points = await findPoints(ctx.db, nodeId, { from, to, stepMinutes })
  return { stepMinutes, points }
}

export async function findNodeLines(
  ctx: Ctx,
  { nodeId, ...input }: Static<Calls['lines']['input']>,
): Promise<AnswerOf<Calls['lines']>> {
  await getNodeRow(ctx, nodeId)
  const { rows, ...page } = await loadPage<ListedLine, 'number'>(ctx, lineList(nodeId, input), input)
  if (input.cursor === undefined) {
    await auditLook(ctx, 'node.lines_listed', nodeSubject(nodeId), filterWords(input, page.count))
  }
  return { rows, ...page }
}
