import type { FastifyRequest } from 'fastify'

import type { ErrorCode } from '../../../contract/errors.ts'
import { raiseAlert } from '../alerts.ts'
import { accountSubject, staffSubject, writeAudit } from '../audit.ts'
import { clock } from '../clock.ts'
import type { Db } from '../db.ts'
import { Refusal } from '../errors.ts'

/** By these an account or money was kept from a member. `told`: no screen offers it, so the operator hears of it too. */
const KEPT: Partial<Record<ErrorCode, 'written' | 'told'>> = {
  'staff.operator_only': 'told',
  'staff.second_member': 'written',
  'account.helped_lately': 'written',
  'account.not_empty': 'written',
  'payout.account_fresh': 'written',
}

/** After the call's own transaction is undone: what was tried stands in the log, though nothing was done. */
export async function noteRefusal(db: Db, request: FastifyRequest, path: string, error: unknown): Promise<void> {
  if (!request.staff || !(error instanceof Refusal)) return
  const { code } = error
  const how = KEPT[code]
  if (how === undefined) return
  const { actor, resellerId } = request.staff
  const member = staffSubject(actor.staffId)
  const now = clock.now()
  const entry = { resellerId, actor: { name: member, address: request.ip }, action: 'staff.refused' }
  await writeAudit(db, { ...entry, subject: subjectOf(request.body), detail: { call: path, code } }, now)
  if (how === 'told')
    await raiseAlert(db, { resellerId, kind: 'staff.refused', subject: member, detail: { path } }, now)
}

/** The user that the call named. */
function subjectOf(body: unknown): string | null {
  const { id } = (body ?? {}) as { id?: unknown }
  return typeof id === 'number' ? accountSubject(id) : null
}
