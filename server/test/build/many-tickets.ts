import type { Db } from '../../platform/db/db.ts'

type Many = { resellerId: number; tickets: number; messages: number; firstAt: Date; everyMs: number }

/** What the bodies are put together from: words that all, many and few messages have. */
const TROUBLES = ['连不上', '网速很慢', '充值没到账', '套餐到期了', '换了手机', '打不开网页', '节点超时', '密码忘了']
const PLACES = ['香港', '东京', '新加坡', '洛杉矶', '法兰克福', '首尔', '伦敦', '台北']

/**
 * Makes tickets for the users that a reseller has, in the database itself: a fiftieth waits for staff, a twentieth for the
 * user, a hundredth was handed over, and categories are as rare as they are in life. The newest ticket gets a thousand of
 * the messages.
 */
export async function buildManyTickets(db: Db, { resellerId, tickets, messages, firstAt, everyMs }: Many) {
  await db.pool.query(
    `insert into tickets (reseller_id, account_id, category, title, state, holder, created_at, waits_since, last_at,
        first_answered_at, closed_at, closed_by)
      select $1, ids.all[1 + i % array_length(ids.all, 1)],
        case when i % 1000 = 0 then 'account' when i % 100 = 1 then 'package' when i % 10 = 2 then 'payment'
          when i % 10 = 3 then 'slow' when i % 10 = 4 then 'other' else 'dead' end,
        ($5::text[])[1 + i % 8] || ' ' || ($6::text[])[1 + i % 7] || ' ' || i, s.state,
        case i % 100 when 0 then 'operator' else 'reseller' end, at.at, at.at, at.at,
        case s.state when 'open' then null else at.at end,
        case s.state when 'closed' then at.at end, case s.state when 'closed' then 'user' end
      from (select array_agg(id) as all from accounts where reseller_id = $1) ids
        cross join generate_series(1, $2::int) i
        cross join lateral (
          select case when i % 50 = 0 then 'open' when i % 20 = 1 then 'answered' else 'closed' end as state) s
        cross join lateral (select $3::timestamptz + i * $4::float8 * interval '1 millisecond' as at) at`,
    [resellerId, tickets, firstAt, everyMs, TROUBLES, PLACES],
  )
  const { rows } = await db.pool.query<{ first: number; last: number }>(
    'select min(id) as first, max(id) as last from tickets where reseller_id = $1',
    [resellerId],
  )
  const { first, last } = rows[0]!
  // One index for all at the end takes a third of the time that a million insertions into it take.
  await db.pool.query('drop index ticket_messages_pairs, ticket_messages_triples')
  await db.pool.query(
    `insert into ticket_messages (reseller_id, ticket_id, author, body, created_at)
      select $1, case when i % 1000 = 0 then $4::bigint else $3::bigint + i % ($4::bigint - $3::bigint + 1) end,
        case when i % 2 = 0 then 'user' else 'staff' end,
        '你好，' || ($6::text[])[1 + i % 8] || '，' || ($7::text[])[1 + i / 8 % 8] || '节点，用的是客户端 v' || i % 40 ||
          '。order ' || md5(i::text) || case when i % 20000 = 7 then ' 路由器旁路由' else '' end,
        $5::timestamptz + i * interval '1 second'
      from generate_series(1, $2::int) i`,
    [resellerId, messages, first, last, firstAt, TROUBLES, PLACES],
  )
  for (const grams of ['pairs', 'triples']) {
    await db.pool.query(
      `create index ticket_messages_${grams} on ticket_messages using gin (ticket_${grams}(reseller_id, body))`,
    )
  }
  await db.pool.query('vacuum analyze accounts, tickets, ticket_messages')
  return { first, last }
}
