import type { FastifyRequest } from 'fastify'

import type { ErrorCode } from '../../../contract/errors.ts'
import { clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { Refusal } from '../../platform/errors.ts'
import { raiseAlert } from '../alerts/alerts.ts'
import { accountSubject, staffActor, staffName, writeAudit } from '../audit/audit.ts'

/**
 * Refusals that kept a member from an account or money. `told`: no screen offers this, so the operator gets an alert
 * too.
 */
const KEPT: Partial<Record<ErrorCode, 'written' | 'told'>> = {
  'staff.operator_only': 'told',
  'staff.second_member': 'written',
  'account.helped_lately': 'written',
  'account.not_empty': 'written',
  'payout.account_fresh': 'written',
}

/** Runs after the call's transaction is rolled back: the log records the attempt, although nothing was done. */
export async function noteRefusal(db: Db, request: FastifyRequest, path: string, error: unknown): Promise<void> {
  if (!request.staff || !(error instanceof Refusal)) return
  const { code } = error
  const how = KEPT[code]
  if (how === undefined) return
  const { actor, resellerId } = request.staff
  const member = staffName(actor)
  const now = clock.now()
  const by = staffActor({ actor, client: { address: request.ip } })
  const entry = { resellerId, actor: by, action: 'staff.refused' }
  await writeAudit(db, { ...entry, subject: subjectOf(path, request.body), detail: { call: path, code } }, now)
  if (how === 'told')
    await raiseAlert(db, { resellerId, kind: 'staff.refused', subject: member, detail: { path } }, now)
}

/** The user named in the call. In calls about anything else, `id` is the number of that thing. */
function subjectOf(path: string, body: unknown): string | null {
  const { id } = (body ?? {}) as { id?: unknown }
  return path.startsWith('/api/console/users/') && typeof id === 'number' ? accountSubject(id) : null
}
