import type { Ctx } from '../../platform/context.ts'

/** False if it was already spent. The row decides, so two servers never both say yes. */
export async function spendProof(
  ctx: Pick<Ctx, 'db' | 'now'>,
  kind: 'captcha' | 'ticket',
  id: string,
): Promise<boolean> {
  if ('isTransaction' in ctx.db) throw new Error(`A ${kind} was spent inside a transaction`)
  const rows = await ctx.db.query({
    name: 'proofs.spend',
    text: 'insert into spent_proofs (kind, id, spent_at) values ($1, $2, $3) on conflict do nothing returning id',
    values: [kind, id, ctx.now],
  })
  return rows.length === 1
}
