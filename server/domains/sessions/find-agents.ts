import type { Queryable } from '../../platform/db/db.ts'

/** How the browsers name themselves that were signed in since then, each once. For the doctor alone: it reads them all. */
export async function findAgents(db: Queryable, since: Date): Promise<string[]> {
  const rows = await db.query<{ userAgent: string }>({
    name: 'sessions.agents',
    text: `select distinct user_agent from sessions where seen_at >= $1 and user_agent like 'Mozilla/%'`,
    values: [since],
  })
  return rows.map(({ userAgent }) => userAgent)
}
