import type { Ctx } from '../../platform/context.ts'
import type { Db } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import { raiseAlert } from '../alerts/alerts.ts'
import type { Node } from '../nodes/load-node.ts'
import { nodeSubject } from '../nodes/node-subject.ts'

/** Reads `{"<line>": …}` as pairs; refuses anything else and raises an alert. */
export async function readNumbers(ctx: UniproxyCtx, body: string): Promise<[number, unknown][]> {
  const parsed = readObject(body)
  if (!parsed) return refuse(ctx, 'body')
  const entries = Object.entries(parsed)
  const isNumber = ([name]: [string, unknown]) => /^[1-9]\d{0,15}$/.test(name) && Number.isSafeInteger(Number(name))
  if (!entries.every(isNumber)) return refuse(ctx, 'numbers')
  return entries.map(([name, value]) => [Number(name), value])
}

export function readObject(body: string): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(body)
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : null
  } catch {
    return null
  }
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
