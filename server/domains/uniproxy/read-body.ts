import type { Ctx } from '../../platform/context.ts'
import type { Db } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import { raiseAlert } from '../alerts/alerts.ts'
import type { Node } from '../nodes/load-node.ts'
import { nodeSubject } from '../nodes/node-subject.ts'

export type Fields = Record<string, unknown>
/** What an agent reports: the text, and its fields without the agent's credentials. Null: it is no JSON object. */
export type Sent = { text: string; fields: Fields | null }

/** A JSON object's fields, or null for anything else. */
export function readFields(body: string): Fields | null {
  try {
    const parsed: unknown = JSON.parse(body)
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : null
  } catch {
    return null
  }
}

/** A line's number, as agents write it: in a name. Null for anything else. */
export function lineNumber(name: string): number | null {
  const number = /^[1-9]\d{0,15}$/.test(name) ? Number(name) : NaN
  return Number.isSafeInteger(number) ? number : null
}

export async function refuse({ db, node, now }: UniproxyCtx, why: 'body' | 'numbers'): Promise<never> {
  const alert = {
    resellerId: null,
    kind: 'node.batch_refused' as const,
    subject: nodeSubject(node.id),
    detail: { why },
  }
  await raiseAlert(db, alert, now)
  return fail('node.batch_refused')
}

/** A foreign agent's call, after its token was checked. */
export type UniproxyCtx = Pick<Ctx, 'now' | 'log' | 'config'> & { db: Db; node: Node }
