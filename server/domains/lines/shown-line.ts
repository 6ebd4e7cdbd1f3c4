import type { Line } from '../../../contract/lines.ts'
import type { Ctx, Owner } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { inLanguage } from '../../platform/text/by-language.ts'
import { clientPlace } from './connection/client-place.ts'
import { connectionSettings } from './connection/connection-settings.ts'
import { passwordOf } from './connection/stream.ts'
import type { ClientLine } from './connection/types.ts'
import { lineUri } from './connection/uri.ts'
import { openCredential } from './credential.ts'
import { nodeHealth } from './node-state.ts'
import { findLineRows, type LineRow } from './queries.ts'

type ShowCtx = Pick<Ctx, 'db' | 'now' | 'config' | 'language'>

export async function findShownLines(ctx: ShowCtx, owner: Owner, lineId: string | null = null): Promise<Line[]> {
  const day = { now: ctx.now, timeZone: ctx.config.businessTz }
  const rows = await findLineRows(ctx.db, owner, day, lineId)
  return rows.map((row) =>
    toLine(ctx, owner, { ...row, nodeName: inLanguage(row.nodeName, row.nodeNames, ctx.language) }),
  )
}

export async function getShownLine(ctx: ShowCtx, owner: Owner, lineId: string): Promise<Line> {
  const [line] = await findShownLines(ctx, owner, lineId)
  return line ?? fail('object.unknown')
}

function toLine({ config, now }: ShowCtx, owner: Owner, row: LineRow): Line {
  const { id, nodeId, nodeName, region, protocol, reason, ratePercent, todayBytes } = row
  const health = nodeHealth(row, now)
  return {
    id,
    nodeId,
    nodeName,
    region,
    protocol,
    // The query leaves out removed lines.
    state: row.state as Line['state'],
    reason,
    nodeState: health.state,
    nodeCheck: health.check,
    nodeReason: health.reason,
    ratePercent,
    todayBytes,
    lastConnectedAt: row.lastConnectedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    connection: row.state === 'active' ? connectionOf(config, owner, row) : null,
  }
}

function connectionOf(config: Ctx['config'], owner: Owner, row: LineRow): Line['connection'] {
  const { id, nodeName: name, region, protocol, connection, ratePercent, suits } = row
  const { address, port, settings } = clientPlace({ ...row, settings: row.settings as object }, owner)
  const credential = openCredential(config, owner, row.sealedCredential)
  // The settings were checked against their protocol when the node was saved.
  const line = {
    id,
    name,
    region,
    address,
    port,
    protocol,
    connection,
    settings,
    credential,
    ratePercent,
    suits,
  } as unknown as ClientLine
  const password = line.protocol === 'shadowsocks' ? passwordOf(line) : credential
  return { address, port, credential: password, settings: connectionSettings(line), uri: lineUri(line) }
}
