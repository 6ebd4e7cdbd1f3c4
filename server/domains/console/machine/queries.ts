import { sql } from 'kysely'

import type { Queryable } from '../../../platform/db/db.ts'
import { JOB_STATE } from '../../../platform/jobs/job-desk.ts'
import { FROM_JOBS_AND_TASKS, FROM_TASKS, JOBS, joinTasks } from '../../../platform/jobs/worker-tables.ts'
import type { ListQuery } from '../../lists/list-page.ts'
import { equalConditions } from '../../lists/sale-filters.ts'
import type { MailTemplate } from '../../mail/mail-templates.ts'

export type ListedJob = {
  jobId: string
  name: string
  state: 'waiting' | 'planned' | 'running' | 'retrying' | 'failed'
  attempts: number
  maxAttempts: number
  createdAt: Date
  runAt: Date
  lockedAt: Date | null
  lastError: string | null
}

type JobFilter = { search?: string; state?: string; name?: string }

export function jobList({ search, state, name }: JobFilter): ListQuery<'runAt'> {
  const words = search?.trim().toLowerCase() ?? ''
  const ofKind = (condition: ReturnType<typeof sql>) =>
    sql`j.task_id in (select id ${sql.raw(FROM_TASKS)} where ${condition})`
  return {
    table: `${JOBS} j`,
    id: { by: 'j.id', kind: 'id' },
    sorts: { runAt: { by: 'j.run_at', kind: 'time' } },
    firstSort: '-runAt',
    where: [
      state === undefined ? sql`true` : sql`${sql.raw(JOB_STATE)} = ${state}`,
      ...(name === undefined ? [] : [ofKind(sql`t.identifier = ${name}`)]),
      ...(words === '' ? [] : [ofKind(sql`starts_with(t.identifier, ${words})`)]),
    ],
    show: {
      columns: `page.id::text as job_id, t.identifier as name, ${JOB_STATE.replaceAll('j.', 'page.')} as state, page.attempts,
        page.max_attempts, page.created_at, page.run_at, page.locked_at, page.last_error`,
      joins: joinTasks('page'),
    },
  }
}

export type ListedMail = {
  mailId: string
  resellerId: number
  toAddress: string
  template: MailTemplate
  state: 'queued' | 'sent' | 'failed'
  createdAt: Date
  sentAt: Date | null
  lastError: string | null
}

const JOB_OF = (mail: string) => `select j.last_error, j.attempts < j.max_attempts as is_alive
  ${FROM_JOBS_AND_TASKS}
 where t.identifier = 'mail.send' and j.payload ->> 'mailId' = ${mail}.id::text`

type MailFilter = { state?: 'queued' | 'sent' | 'failed'; resellerId?: number }

export function mailList({ state, resellerId }: MailFilter): ListQuery<'createdAt'> {
  const alive = sql.raw(`exists (select from (${JOB_OF('m')}) live where live.is_alive)`)
  const byState = {
    sent: sql`m.sent_at is not null`,
    queued: sql`m.sent_at is null and ${alive}`,
    failed: sql`m.sent_at is null and not ${alive}`,
  }
  return {
    table: 'mails m',
    id: { by: 'm.id', kind: 'uuid' },
    sorts: { createdAt: { by: 'm.created_at', kind: 'time' } },
    firstSort: '-createdAt',
    where: [
      sql`m.to_address <> ''`,
      ...(state === undefined ? [] : [byState[state]]),
      ...equalConditions({ 'm.reseller_id': resellerId }),
    ],
    show: {
      columns: `page.id as mail_id, page.reseller_id, page.to_address, page.template, page.created_at, page.sent_at,
        j.last_error, case when page.sent_at is not null then 'sent' when j.is_alive then 'queued' else 'failed' end as state`,
      joins: `left join lateral (${JOB_OF('page')} order by is_alive desc limit 1) j on true`,
    },
  }
}

export type LimitRow = { name: string; keys: number; most: number }

/** Counting windows that are open now, by limit. A key is the limit's name and a hash. */
export function findLimitRows(db: Queryable, now: Date): Promise<LimitRow[]> {
  return db.query<LimitRow>({
    name: 'office.limits',
    text: `select split_part(key, ':', 1) as name, count(*) as keys, max(points) as most from rate_limits
            where expire > $1 group by 1 order by 3 desc, 1 limit 100`,
    values: [now.getTime()],
  })
}

export async function countOver(db: Queryable, name: string, points: number, now: Date): Promise<number> {
  const rows = await db.query<{ over: number }>({
    name: 'office.limits_over',
    text: `select count(*) as over from rate_limits where split_part(key, ':', 1) = $1 and points > $2 and expire > $3`,
    values: [name, points, now.getTime()],
  })
  return rows[0]!.over
}
