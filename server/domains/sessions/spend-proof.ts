import type { Ctx } from '../../platform/context.ts'
import { insertSpentProof } from './queries.ts'

/** False when it was spent before. The row decides, so two servers never both say yes. */
export function spendProof(ctx: Pick<Ctx, 'db' | 'now'>, kind: 'captcha' | 'ticket', id: string): Promise<boolean> {
  if ('isTransaction' in ctx.db) throw new Error(`A ${kind} was spent inside a transaction`)
  return insertSpentProof(ctx.db, kind, id, ctx.now)
}
