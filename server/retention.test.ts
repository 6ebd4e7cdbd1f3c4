import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

import { HOUR_MS } from '../contract/durations.ts'
import { readConfig } from './config.ts'
import { writeAudit } from './domains/audit/audit.ts'
import { createDb } from './platform/db/db.ts'
import { createLog } from './platform/log.ts'
import { randomToken, sha256 } from './platform/secrets/crypto.ts'
import { removeOutdatedRows, retentionRules } from './retention.ts'
import { buildAccount } from './test/build/factories.ts'
import { buildNode } from './test/build/line-desk.ts'
import { createTestDatabase } from './test/run/database.ts'
import { makeScratchDir } from './test/run/scratch-dir.ts'

const { url } = await createTestDatabase()
const db = createDb({ url, poolSize: 2 })
afterAll(() => db.close())

const NOW = new Date('2026-06-15T12:00:00Z')
const DAY_MS = 24 * HOUR_MS
const ago = (ms: number) => new Date(NOW.getTime() - ms)
/** A moment before the end of each keeping time, and a moment after. */
const around = (keepMs: number) => [ago(keepMs - HOUR_MS), ago(keepMs + HOUR_MS)] as const

const lines: string[] = []
const log = createLog('info', { write: (line) => void lines.push(line) })
const run = (dataDir: string) => {
  const config = readConfig({ SECRET_KEY: 'x'.repeat(32), DATA_DIR: dataDir })
  return removeOutdatedRows({ db, log, now: NOW, config, isLastAttempt: false })
}

const { id: accountId, resellerId } = await buildAccount(db)
const owner = { resellerId, accountId }

async function buildFamily(at: Date): Promise<string> {
  const times = { createdAt: at, seenAt: at, expiresAt: at }
  const family = await db.kysely
    .insertInto('deviceFamilies')
    .values({ ...owner, ...times })
    .returning('id')
    .executeTakeFirstOrThrow()
  const generation = { familyId: family.id, generation: 0, secretHash: sha256(randomToken()), createdAt: at }
  await db.kysely.insertInto('deviceGenerations').values(generation).execute()
  return family.id
}

async function buildRowsOfAge(keepMs: number, insert: (at: Date, name: string) => Promise<unknown>): Promise<void> {
  const [young, old] = around(keepMs)
  await insert(young, 'young')
  await insert(old, 'old')
}

test('one run deletes exactly what has been kept long enough', async () => {
  const dataDir = await makeScratchDir()
  const outbox = join(dataDir, 'outbox')
  await mkdir(outbox)
  const { kysely } = db
  await buildRowsOfAge(90 * DAY_MS, async (at, name) => {
    const deviceFamilyId = await buildFamily(at)
    const times = { createdAt: at, seenAt: at, rotatedAt: at, expiresAt: at }
    const session = { ...owner, tokenHash: sha256(name), strength: 'remembered' as const, address: '192.0.2.1' }
    await kysely
      .insertInto('sessions')
      .values({ ...session, ...times, userAgent: name, deviceFamilyId })
      .execute()
    const mail = { ...owner, toAddress: name, template: 'pause_ended', language: 'en' as const }
    await kysely
      .insertInto('mails')
      .values({ ...mail, createdAt: at, sentAt: at })
      .execute()
    const notice = { title: name, body: name, publishedAt: at }
    const { id: noticeId } = await kysely.insertInto('notices').values(notice).returning('id').executeTakeFirstOrThrow()
    await kysely
      .insertInto('noticeReads')
      .values({ ...owner, noticeId, readAt: at })
      .execute()
  })
  await buildRowsOfAge(0, async (at, name) => {
    const code = { resellerId, accountId, subject: sha256(name), purpose: 'reset' as const, email: name }
    await kysely
      .insertInto('mailCodes')
      .values({
        ...code,
        id: crypto.randomUUID(),
        codeHash: sha256(name),
        guessesLeft: 5,
        createdAt: at,
        expiresAt: at,
      })
      .execute()
    const challenge = { ...owner, challenge: name, purpose: 'login' as const, expiresAt: at }
    await kysely.insertInto('passkeyChallenges').values(challenge).execute()
    await kysely.insertInto('rateLimits').values({ key: name, points: 1, expire: at.getTime() }).execute()
  })
  await buildRowsOfAge(DAY_MS, async (at, name) => {
    for (const kind of ['captcha', 'ticket'] as const) {
      await kysely.insertInto('spentProofs').values({ kind, id: name, spentAt: at }).execute()
    }
  })
  await buildRowsOfAge(7 * DAY_MS, async (at, name) => {
    await writeFile(join(outbox, `${name}.eml`), '')
    await utimes(join(outbox, `${name}.eml`), at, at)
  })

  await run(dataDir)

  expect(await kysely.selectFrom('sessions').select('userAgent').execute()).toEqual([{ userAgent: 'young' }])
  expect(await kysely.selectFrom('deviceFamilies').select('id').execute()).toHaveLength(1)
  expect(await kysely.selectFrom('deviceGenerations').select('generation').execute()).toHaveLength(1)
  expect(await kysely.selectFrom('mails').select('toAddress').execute()).toEqual([{ toAddress: 'young' }])
  expect(await kysely.selectFrom('noticeReads').select('readAt').execute()).toEqual([
    { readAt: around(90 * DAY_MS)[0] },
  ])
  expect(await kysely.selectFrom('mailCodes').select('email').execute()).toEqual([{ email: 'young' }])
  expect(await kysely.selectFrom('passkeyChallenges').select('challenge').execute()).toEqual([{ challenge: 'young' }])
  expect(await kysely.selectFrom('rateLimits').select('key').execute()).toEqual([{ key: 'young' }])
  expect(await kysely.selectFrom('spentProofs').select(['kind', 'id']).orderBy('kind').execute()).toEqual([
    { kind: 'captcha', id: 'young' },
    { kind: 'ticket', id: 'young' },
  ])
  expect(await readdir(outbox)).toEqual(['young.eml'])
  expect(await kysely.selectFrom('accounts').select('id').execute()).toEqual([{ id: accountId }])
  expect(JSON.parse(lines.at(-1)!)).toMatchObject({ removed: { sessions: 1, spent_proofs: 2, outbox: 1 } })
})

test('deletes more rows than one statement takes, and accepts a missing outbox', async () => {
  await db.pool.query(
    `insert into spent_proofs (kind, id, spent_at) select 'captcha', 'many' || n, $1 from generate_series(1, 10001) n`,
    [ago(2 * DAY_MS)],
  )
  await run(join(await makeScratchDir(), 'nothing-here'))
  const left = await db.kysely.selectFrom('spentProofs').select('id').where('id', 'like', 'many%').execute()
  expect(left).toEqual([])
})

test('keeps gateway messages for two years', async () => {
  const merchant = {
    id: 'a'.repeat(12),
    provider: 'epay',
    name: 'x',
    appId: '1',
    gatewayUrl: 'https://pay.example',
  } as const
  const lists = { channels: ['wxpay'], devices: ['qr'] }
  await db.kysely
    .insertInto('merchants')
    .values({ ...merchant, ...lists, sealedSecret: Buffer.from('x'), createdAt: NOW })
    .execute()
  await buildRowsOfAge(2 * 365 * DAY_MS, (at, name) =>
    db.kysely
      .insertInto('notifyInbox')
      .values({ merchantId: merchant.id, notifyKey: name, body: '', receivedAt: at })
      .execute(),
  )
  await run(await makeScratchDir())
  expect(await db.kysely.selectFrom('notifyInbox').select('notifyKey').execute()).toEqual([{ notifyKey: 'young' }])
})

test('remembers a removed line for 90 more days', async () => {
  const { kysely } = db
  const nodeId = await buildNode(db)
  const line = { ...owner, sealedCredential: Buffer.alloc(0), revision: 1, createdAt: ago(400 * DAY_MS) }
  let movedFrom: string | null = null
  await buildRowsOfAge(90 * DAY_MS, async (at) => {
    const values = { ...line, nodeId, state: 'removed' as const, stateSince: at }
    movedFrom = (await kysely.insertInto('lines').values(values).returning('id').executeTakeFirstOrThrow()).id
  })
  const active = { ...line, nodeId, state: 'active' as const, stateSince: ago(400 * DAY_MS), movedFrom }
  await kysely.insertInto('lines').values(active).execute()
  await run(await makeScratchDir())
  const left = await kysely.selectFrom('lines').select(['state', 'movedFrom']).orderBy('number').execute()
  expect(left).toEqual([
    { state: 'removed', movedFrom: null },
    { state: 'active', movedFrom: null },
  ])
})

test('keeps traffic thirteen months, its batches a week, addresses of devices 90 days', async () => {
  const { kysely } = db
  await buildRowsOfAge(7 * DAY_MS, (at, name) => {
    const bytes = { upBytes: 1, downBytes: 1 }
    return kysely
      .insertInto('trafficBatches')
      .values({ nodeId: 1, batchId: `${name}-batch`, receivedAt: at, ...bytes })
      .execute()
  })
  await buildRowsOfAge(90 * DAY_MS, async (at, name) => {
    const address = name === 'young' ? '192.0.2.1' : '192.0.2.2'
    const named = [resellerId, accountId, sha256(name), at]
    await db.pool.query('insert into feed_hwids values ($1, $2, $3, $4, $4)', named)
    await kysely
      .insertInto('lineAddresses')
      .values({ ...owner, nodeId: 1, address, firstSeenAt: at, seenAt: at })
      .execute()
  })
  // The last days of May 2025 are not yet 13 months old on 15 June 2026.
  for (const month of ['2025-04-01', '2025-05-01', '2026-06-01']) {
    await db.pool.query(
      `select traffic_make_partition(t.name, $1::date) from (values ('traffic_hours'), ('traffic_days')) t (name)`,
      [month],
    )
    const bytes = { ...owner, upBytes: 1, downBytes: 1 }
    await kysely
      .insertInto('trafficHours')
      .values({ ...bytes, hour: new Date(month), nodeId: 1, chargedBytes: 2 })
      .execute()
    await kysely
      .insertInto('trafficDays')
      .values({ ...bytes, day: new Date(month) })
      .execute()
  }
  await run(await makeScratchDir())
  await run(await makeScratchDir())
  expect(await kysely.selectFrom('trafficBatches').select('batchId').execute()).toEqual([{ batchId: 'young-batch' }])
  expect(await kysely.selectFrom('feedHwids').select('seenAt').execute()).toHaveLength(1)
  expect(await kysely.selectFrom('lineAddresses').select('address').execute()).toEqual([{ address: '192.0.2.1' }])
  const kept = await db.pool.query<{ hours: string[]; days: string[] }>(
    `select array(select to_char(hour at time zone 'UTC', 'YYYY-MM') from traffic_hours order by 1) as hours,
      array(select to_char(day, 'YYYY-MM') from traffic_days order by 1) as days`,
  )
  expect(kept.rows).toEqual([{ hours: ['2025-05', '2026-06'], days: ['2025-05', '2026-06'] }])
  expect(lines.map((line) => (JSON.parse(line) as { removed: { traffic: number } }).removed.traffic).slice(-2)).toEqual(
    [2, 0],
  )
})

test('keeps the monitor’s events and minutes of traffic a day, minutes of nodes 90 days', async () => {
  const node = { name: 'Kept', region: 'JP', address: 'x.example', port: 1, protocol: 'vless' } as const
  const { id: nodeId } = await db.kysely.insertInto('nodes').values(node).returning('id').executeTakeFirstOrThrow()
  const monitor = { userName: 'watch', passwordHash: 'x', createdAt: NOW }
  const { id: monitorId } = await db.kysely
    .insertInto('monitors')
    .values(monitor)
    .returning('id')
    .executeTakeFirstOrThrow()
  await buildRowsOfAge(DAY_MS, async (at, name) => {
    await db.kysely
      .insertInto('monitorEvents')
      .values({ kind: 'alert', data: JSON.stringify({ name }), createdAt: at })
      .execute()
    await db.kysely
      .insertInto('trafficMinutes')
      .values({ minute: at, nodeId, resellerId, upBytes: 1, downBytes: 1 })
      .execute()
    const beat = { host: name, pid: 1, version: '1', rssBytes: 1, eventLoopDelayMs: 1, streams: 0 }
    await db.kysely
      .insertInto('processes')
      .values({ id: crypto.randomUUID(), ...beat, startedAt: at, seenAt: at })
      .execute()
  })
  await buildRowsOfAge(90 * DAY_MS, async (at, name) => {
    await db.kysely.insertInto('nodeMinutes').values({ nodeId, minute: at, state: 'up' }).execute()
    await db.kysely
      .insertInto('bookChecks')
      .values({ checkedAt: at, problems: 0, transactions: 1, tookMs: 1 })
      .execute()
    const times = { createdAt: at, seenAt: at, expiresAt: at }
    await db.kysely
      .insertInto('monitorSessions')
      .values({ monitorId, tokenHash: sha256(name), ...times })
      .execute()
  })
  for (const days of [399, 401]) {
    const row = { nodeId, day: ago(days * DAY_MS) }
    await db.kysely.insertInto('nodeDays').values(row).execute()
    await db.pool.query('insert into node_blocked_days values ($1, $2, 1)', [nodeId, row.day])
  }
  await run(await makeScratchDir())
  const count = async (table: string) => (await db.pool.query(`select from ${table}`)).rowCount
  const nodes = ['node_minutes', 'node_days', 'node_blocked_days']
  for (const table of ['monitor_events', 'processes', 'book_checks', 'monitor_sessions', ...nodes]) {
    expect([table, await count(table)]).toEqual([table, 1])
  }
  expect(await count(`traffic_minutes where node_id = ${nodeId}`)).toBe(1)
})

test('keeps the audit two years and drops it by whole months, its addresses after 90 days', async () => {
  const at = (text: string) => new Date(text)
  const write = async (action: string, now: Date) => {
    const actor = { name: 'staff:1', address: '192.0.2.1' }
    await writeAudit(db, { resellerId: null, actor, action, subject: null }, now)
  }
  // It is June 2026: what remains begins with June 2024.
  await write('last of May', at('2024-05-31T23:59:59Z'))
  await write('first of June', at('2024-06-01T00:00:00Z'))
  const [kept, gone] = around(90 * DAY_MS)
  await write('address gone', gone)
  await write('address kept', kept)
  await run(await makeScratchDir())
  const rows = await db.kysely
    .selectFrom('auditLog as l')
    .leftJoin('auditAddresses as a', 'a.auditId', 'l.id')
    .select(['l.action', 'a.address'])
    .where('l.actor', '=', 'staff:1')
    .orderBy('l.id')
    .execute()
  expect(rows).toEqual([
    { action: 'first of June', address: null },
    { action: 'address gone', address: null },
    { action: 'address kept', address: '192.0.2.1' },
  ])
})

test('keeps bulk work 400 days after its end, help by staff 90 days, notices to some users two years', async () => {
  const { kysely } = db
  const member = { resellerId: null, name: 'keeper', passwordHash: 'x', role: 'owner' as const, createdAt: NOW }
  const { id: staffId } = await kysely.insertInto('staff').values(member).returning('id').executeTakeFirstOrThrow()
  const buildRun = async (name: string, endedAt: Date | null) => {
    const asked = { requestKey: `${name}-of-keeping`, inputHash: sha256(name), createdAt: ago(900 * DAY_MS) }
    const run = { ...asked, resellerId, staffId, people: 1, costFen: 0 }
    const { id } = await kysely
      .insertInto('bulkRuns')
      .values({ id: crypto.randomUUID(), ...run, action: 'block', reason: name })
      .returning('id')
      .executeTakeFirstOrThrow()
    await kysely
      .insertInto('bulkItems')
      .values({ ...owner, bulkId: id })
      .execute()
    if (endedAt) await kysely.updateTable('bulkRuns').set({ state: 'done', endedAt }).where('id', '=', id).execute()
  }
  await buildRun('running', null)
  await buildRowsOfAge(400 * DAY_MS, (at, name) => buildRun(name, at))
  await buildRowsOfAge(400 * DAY_MS, (endedAt, by) => {
    const outage = { resellerId, startedAt: ago(900 * DAY_MS), endedAt, begunBy: by, endedBy: by }
    return kysely.insertInto('outages').values(outage).execute()
  })
  await buildRowsOfAge(90 * DAY_MS, (at, name) =>
    kysely
      .insertInto('accountHelps')
      .values({ ...owner, kind: 'unlock', actor: name, createdAt: at })
      .execute(),
  )
  const tell = async (title: string, publishedAt: Date, isAddressed: boolean) => {
    const { id } = await kysely
      .insertInto('notices')
      .values({ resellerId, title, body: title, publishedAt, isAddressed, isKept: isAddressed })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (isAddressed)
      await kysely
        .insertInto('noticeRecipients')
        .values({ ...owner, noticeId: id })
        .execute()
    return id
  }
  await buildRowsOfAge(730 * DAY_MS, (at, name) => tell(`${name} warning`, at, true))
  await tell('news', ago(900 * DAY_MS), false)
  const noticeId = await tell('read lately', ago(900 * DAY_MS), true)
  await kysely
    .insertInto('noticeReads')
    .values({ ...owner, noticeId, readAt: NOW })
    .execute()

  await run(await makeScratchDir())

  const reasons = await kysely.selectFrom('bulkRuns').select('reason').orderBy('reason').execute()
  expect(reasons.map(({ reason }) => reason)).toEqual(['running', 'young'])
  expect(await kysely.selectFrom('bulkItems').select('accountId').execute()).toHaveLength(2)
  expect(await kysely.selectFrom('outages').select('begunBy').execute()).toEqual([{ begunBy: 'young' }])
  expect(await kysely.selectFrom('accountHelps').select('actor').execute()).toEqual([{ actor: 'young' }])
  const told = await kysely.selectFrom('notices').select('title').where('resellerId', '=', resellerId).execute()
  expect(told.map(({ title }) => title).sort()).toEqual(['news', 'read lately', 'young warning'])
  expect(await kysely.selectFrom('noticeRecipients').select('noticeId').execute()).toHaveLength(1)
})

test('one table that cannot be cleaned does not stop the others', async () => {
  const dataDir = await makeScratchDir()
  await db.kysely
    .insertInto('spentProofs')
    .values({ kind: 'ticket', id: 'long ago', spentAt: ago(2 * DAY_MS) })
    .execute()
  await db.pool.query('alter table sessions rename to sessions_away')
  try {
    await expect(run(dataDir)).rejects.toThrow(
      'Nothing was removed from sessions; Nothing was removed from push_devices; Nothing was removed from device_families',
    )
  } finally {
    await db.pool.query('alter table sessions_away rename to sessions')
  }
  expect(await db.kysely.selectFrom('spentProofs').select('id').where('id', '=', 'long ago').execute()).toEqual([])
})

test('deleting a row never makes the database scan a whole table for references', async () => {
  const { rows } = await db.pool.query<{ child: string; columns: string[]; parent: string }>(
    `select c.conrelid::regclass::text as child, c.confrelid::regclass::text as parent, k.columns
       from pg_constraint c,
            lateral (select array_agg(attnum) as numbers, array_agg(attname::text) as columns from pg_attribute
                      where attrelid = c.conrelid and attnum = any(c.conkey) and attname <> 'reseller_id') k
      where c.contype = 'f' and c.conparentid = 0
        and not exists (select from pg_index i where i.indrelid = c.conrelid
                           and k.numbers <@ (i.indkey::int2[])[0:cardinality(c.conkey) - 1])`,
  )
  const rules = Object.values(retentionRules).flat()
  const removed = new Set(rules.flatMap((rule) => ('table' in rule ? [rule.table] : [])))
  expect(rows.filter(({ parent }) => removed.has(parent))).toEqual([])
})
