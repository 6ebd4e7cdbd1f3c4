import type { Static } from 'typebox'

import type { consoleApi } from '../../../contract/console/api.ts'
import type { KeyRow } from '../../../contract/console/keys.ts'
import type { StaffCtx } from '../../platform/context.ts'
import { teamOf } from '../staff/team/by.ts'
import { permissionsOfKey } from './authenticate-key.ts'
import { findKeyRows, type ListedKey } from './queries.ts'

type List = typeof consoleApi.keys.list
const ENDED_SHOWN_MS = 90 * 86_400_000

export async function findKeys(ctx: StaffCtx<'any'>): Promise<Static<List['output']>> {
  const endedAfter = new Date(ctx.now.getTime() - ENDED_SHOWN_MS)
  const asked = { now: ctx.now, timeZone: ctx.config.businessTz, endedAfter }
  const rows = await findKeyRows(ctx.db, teamOf(ctx), asked)
  return { rows: rows.map((row) => showKey(row, ctx.now)) }
}

function showKey(row: ListedKey, now: Date): KeyRow {
  const { id, name, short, networks, callsPerMinute, dailyFen, spentFen, granted } = row
  const permissions = [...permissionsOfKey(row)]
  return {
    id,
    name,
    short,
    state: stateOf(row, now),
    permissions,
    resting: granted.length - permissions.length,
    networks: networks.map((network) => network.replace(network.includes(':') ? /\/128$/ : /\/32$/, '')),
    callsPerMinute,
    dailyFen,
    spentFen,
    madeBy: row.makerName,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    oldUntil: row.oldUntil !== null && row.oldUntil > now ? row.oldUntil.toISOString() : null,
    usedAt: row.usedAt?.toISOString() ?? null,
    usedFrom: row.usedFrom,
    revokedAt: row.revokedAt?.toISOString() ?? null,
  }
}

function stateOf({ revokedAt, expiresAt, isMakerGone }: ListedKey, now: Date): KeyRow['state'] {
  if (revokedAt !== null) return 'revoked'
  if (expiresAt !== null && expiresAt <= now) return 'expired'
  return isMakerGone ? 'maker_gone' : 'live'
}
