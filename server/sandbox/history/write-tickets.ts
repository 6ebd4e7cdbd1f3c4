import { HOUR_MS } from '../../../contract/durations.ts'
import type { TxCtx } from '../../platform/context.ts'

type Said = [by: 'user' | 'staff', hoursAgo: number, body: string]
type Sample = { category: 'dead' | 'slow' | 'payment'; state: 'open' | 'answered' | 'closed'; said: readonly Said[] }

/** One in each state; nobody waits so long that it would raise an alert. */
const SAMPLES: readonly Sample[] = [
  { category: 'dead', state: 'open', said: [['user', 2, '没反应，网页打不开。早上还好好的。']] },
  {
    category: 'slow',
    state: 'answered',
    said: [
      ['user', 30, '晚上看视频有点卡，能换条线路吗？'],
      ['staff', 29, '高峰时段建议用“东京 01”，在“线路列表”里点一下就能换过去。'],
    ],
  },
  {
    category: 'payment',
    state: 'closed',
    said: [
      ['user', 80, '付了款，套餐没有到账。'],
      ['staff', 79, '查到了，款项已经到账，套餐也续上了，刷新一下就能看到。'],
    ],
  },
]

type Shop = { resellerId: number; accountIds: readonly number[] }

/** The first is of the user `demo`, so that its help desk is not empty. */
export async function writeTickets(ctx: TxCtx, { resellerId, accountIds }: Shop): Promise<void> {
  const at = (hoursAgo: number) => new Date(ctx.now.getTime() - hoursAgo * HOUR_MS)
  const member = await findMember(ctx, resellerId)
  for (const [index, { category, state, said }] of SAMPLES.entries()) {
    const [first, last] = [said[0]!, said.at(-1)!]
    const answer = said.find(([by]) => by === 'staff')
    const closing =
      state === 'closed' ? { closedAt: at(last[1]), closedBy: 'user' as const, rating: 'good' as const } : {}
    const { id: ticketId } = await ctx.db.kysely
      .insertInto('tickets')
      .values({
        resellerId,
        accountId: accountIds[index === 2 ? 0 : index]!,
        category,
        state,
        title: first[2],
        createdAt: at(first[1]),
        waitsSince: at(last[1]),
        lastAt: at(last[1]),
        firstAnsweredAt: answer ? at(answer[1]) : null,
        ...closing,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const messages = said.map(([author, hoursAgo, body]) => {
      return { author, staffId: author === 'staff' ? member : null, body, createdAt: at(hoursAgo) }
    })
    await ctx.db.kysely
      .insertInto('ticketMessages')
      .values(messages.map((one) => ({ resellerId, ticketId, ...one })))
      .execute()
  }
}

/** Who answered. Key 0 is answered by the platform's staff. */
async function findMember(ctx: TxCtx, resellerId: number): Promise<number | null> {
  const member = await ctx.db.kysely
    .selectFrom('staff')
    .select('id')
    .where('resellerId', resellerId === 0 ? 'is' : '=', resellerId === 0 ? null : resellerId)
    .orderBy('id')
    .executeTakeFirst()
  return member?.id ?? null
}
