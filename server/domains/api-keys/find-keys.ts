import type { consoleApi } from '../../../contract/console/api.ts'
import type { KeyRow } from '../../../contract/console/keys.ts'
import type { StaffCtx } from '../../platform/context.ts'
import type { Answer, AnswerOf } from '../../platform/http/answer.ts'
import { teamOf } from '../staff/team/by.ts'
import { permissionsOfKey } from './authenticate-key.ts'
import { findKeyRows, type ListedKey } from './queries.ts'

type List = typeof consoleApi.keys.list
const ENDED_SHOWN_MS = 90 * 86_400_000

export async function findKeys(ctx: StaffCtx<'any'>): Promise<AnswerOf<List>> {
  const endedAfter = new Date(ctx.now.getTime() - ENDED_SHOWN_MS)
  const asked = { now: ctx.now, timeZone: ctx.config.businessTz, endedAfter }
  const rows = await findKeyRows(ctx.db, teamOf(ctx), asked)
  return { rows: rows.map((row) => showKey(row, ctx.now)) }
}

function showKey(row: ListedKey, now: Date): Answer<KeyRow> {
  const permissions = [...permissionsOfKey(row)]
  return {
    ...row,
    state: stateOf(row, now),
    permissions,
    resting: row.granted.length - permissions.length,
    networks: row.networks.map((network) => network.replace(network.includes(':') ? /\/128$/ : /\/32$/, '')),
    madeBy: row.makerName,
    oldUntil: row.oldUntil !== null && row.oldUntil > now ? row.oldUntil : null,
  }
}

function stateOf({ revokedAt, expiresAt, isMakerGone }: ListedKey, now: Date): KeyRow['state'] {
  if (revokedAt !== null) return 'revoked'
  if (expiresAt !== null && expiresAt <= now) return 'expired'
  return isMakerGone ? 'maker_gone' : 'live'
}
