import type { Ctx } from '../../platform/context.ts'
import type { BatchSummary } from './batch-queries.ts'

/** For operators: newest first, across all resellers unless one is named. */
export function findBatches(ctx: Pick<Ctx, 'db'>, resellerId: number | null, limit: number): Promise<BatchSummary[]> {
  return ctx.db.query<BatchSummary>({
    name: 'cards.batches',
    text: `select b.id, b.reseller_id, b.kind, b.amount_fen, b.package_id, b.period, b.traffic_bytes, b.days, b.starts_at_use, b.cost_fen,
        b.key_count, b.created_at, b.expires_at, b.closed_at,
        count(*) filter (where c.state = 'unused') as unused,
        count(*) filter (where c.state = 'unused' and c.account_id is not null) as assigned,
        count(*) filter (where c.state = 'redeemed') as redeemed
      from card_batches b join cards c on c.batch_id = b.id
      where $1::integer is null or b.reseller_id = $1
      group by b.id order by b.id desc limit $2`,
    values: [resellerId, limit],
  })
}
