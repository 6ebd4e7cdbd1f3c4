import type { Language } from '../../../contract/languages.ts'
import type { SpeedMode } from '../../../contract/lines.ts'
import type { Protocol } from '../../../contract/node-settings.ts'
import type { Owner } from '../../platform/context.ts'
import { readQuickly, type Queryable, type Tx } from '../../platform/db/db.ts'
import type { Period } from '../catalogue/period.ts'
import { MAY_USE_LIFELINE, STOPPED_BY_ENDING } from '../lines/lifeline/conditions.ts'

/** Returns null before the address was first shown. */
export async function loadGeneration(db: Queryable, owner: Owner): Promise<number | null> {
  const rows = await db.query<{ generation: number }>({
    name: 'feed.generation',
    text: 'select generation from feed_links where reseller_id = $1 and account_id = $2',
    values: [owner.resellerId, owner.accountId],
  })
  return rows[0]?.generation ?? null
}

/** Concurrent first calls insert the same row and may conflict on either of its unique keys. */
export async function insertLink(db: Queryable, owner: Owner, generation: number, tokenHash: Buffer): Promise<void> {
  await db.query({
    name: 'feed.insert_link',
    text: `insert into feed_links (reseller_id, account_id, generation, token_hash) values ($1, $2, $3, $4)
           on conflict do nothing`,
    values: [owner.resellerId, owner.accountId, generation, tokenHash],
  })
}

export type LinkedAccount = Owner & {
  /** 0: the user's own address; else the device that has this one. */
  device: number
  language: Language
  speedMode: SpeedMode
  createdAt: Date
  lockedAt: Date | null
  pausedAt: Date | null
  packageId: number | null
  period: Period | null
  expiresAt: Date | null
  usedBytes: number
  /** The uploaded part of them. */
  usedUpBytes: number
  totalBytes: number
  /** 0 allows any number. */
  deviceLimit: number
  nextResetAt: Date | null
  /** The reseller's title; without the icon, which may have 64 KB. */
  brandTitle: string | null
  kfUrl: string | null
  /** The reseller's own headers, each as `name: value`. */
  feedHeaders: string[]
  mainHost: string | null
  /** When a client last took this feed, to the minute, and which. */
  fetchedAt: Date | null
  fetchedBy: string | null
  /** The same for somebody who opened its page, on which system. */
  openedAt: Date | null
  openedOn: string | null
  /** Null without a lifeline. */
  lifelineUntil: Date | null
  /** A 64-bit hash of everything in `lines`: changes when any of it changes. */
  stamp: string
  /** Null when unchanged since the given stamp. */
  lines: LinkedLine[] | null
}

export type LinkedLine = {
  id: string
  name: string
  names: unknown
  region: string
  address: string
  port: number
  protocol: Protocol
  connection: 'agent' | 'uniproxy'
  settings: object
  ratePercent: number
  suits: string[]
  sealedCredential: string
  inMaintenance: boolean
}

const SHOWN_LINES = `from lines l join nodes n on n.id = l.node_id
                    where l.reseller_id = a.reseller_id and l.account_id = a.id and l.leaves_at is null and n.removed_at is null
                      and (l.state = 'active' or (${STOPPED_BY_ENDING} and ${MAY_USE_LIFELINE} and n.has_lifelines))
                      and (n.reseller_id is null or n.reseller_id = l.reseller_id)`

/**
 * Loads the account of a feed address with its active lines on nodes open to this reseller's users, and those that still
 * get to the portal after an ending. A deleted account has no feed. One statement, because clients ask all day, mostly for an unchanged document. Returns lines only if the
 * given stamp is outdated: writing them out takes three times as long as comparing them.
 */
export async function loadLinked(
  db: Queryable,
  tokenHash: Buffer,
  knownStamp: string | null,
  now: Date,
): Promise<LinkedAccount | null> {
  const rows = await readQuickly<LinkedAccount>(db, {
    name: 'feed.linked',
    text: `select a.reseller_id, a.id as account_id, k.device, a.language, a.speed_mode, a.created_at, a.locked_at, a.paused_at, s.package_id, s.period,
                  s.expires_at, coalesce(s.used_bytes, 0) as used_bytes, coalesce(least(s.used_up_bytes, s.used_bytes), 0) as used_up_bytes,
                  coalesce(s.total_bytes, 0) as total_bytes,
                  coalesce(s.device_limit, 0) as device_limit, s.next_reset_at, r.title as brand_title, r.kf_url, r.feed_headers,
                  (select host from reseller_domains d where d.reseller_id = r.id and d.is_main and d.verified_at is not null) as main_host,
                  v.fetched_at, v.client as fetched_by, v.opened_at, v.opened_on,
                  case when ${MAY_USE_LIFELINE} then x.until_at end as lifeline_until, shown.stamp, case when shown.stamp is distinct from $2 then (
                    select coalesce(json_agg(json_build_object('id', l.id::text, 'name', n.name, 'names', n.names, 'region', n.region,
                          'address', n.address, 'port', coalesce(l.port, n.port), 'protocol', n.protocol, 'connection', n.connection, 'settings', n.settings,
                          'ratePercent', n.rate_percent, 'suits', n.suits, 'sealedCredential', encode(l.sealed_credential, 'base64'),
                          'inMaintenance', n.in_maintenance)), '[]') ${SHOWN_LINES}) end as lines
             from (
               select reseller_id, account_id, 0::bigint as device from feed_links where token_hash = $1
               union all
               select reseller_id, account_id, id from feed_devices where token_hash = $1 and revoked_at is null
               union all
               select reseller_id, account_id, 0::bigint from old_feed_tokens where token_hash = $1
             ) k join accounts a on a.reseller_id = k.reseller_id and a.id = k.account_id
             join resellers r on r.id = a.reseller_id
             left join subscriptions s on s.reseller_id = a.reseller_id and s.account_id = a.id
             left join lifelines x on x.reseller_id = a.reseller_id and x.account_id = a.id and x.until_at > $3
             left join feed_visits v on v.reseller_id = a.reseller_id and v.account_id = a.id and v.device = k.device
             cross join lateral (
               select coalesce(bit_xor(hash_record_extended(row(l.id, n.name, n.names, n.region, n.address, l.port, n.port, n.protocol,
                        n.connection, n.settings, n.rate_percent, n.suits, l.sealed_credential, n.in_maintenance), 0)), 0)::text as stamp
                 ${SHOWN_LINES}) shown
            where a.deleted_at is null`,
    values: [tokenHash, knownStamp, now],
  })
  return rows[0] ?? null
}

export async function saveFetch(
  db: Queryable,
  { resellerId, accountId, device }: LinkedAccount,
  client: string | null,
  now: Date,
): Promise<void> {
  await db.query({
    name: 'feed.save_fetch',
    text: `insert into feed_visits (reseller_id, account_id, device, fetched_at, client) values ($1, $2, $5, $3, $4)
           on conflict (reseller_id, account_id, device) do update set fetched_at = $3, client = $4`,
    values: [resellerId, accountId, now, client, device],
  })
}

export async function saveOpening(
  db: Queryable,
  { resellerId, accountId, device }: LinkedAccount,
  system: string,
  now: Date,
): Promise<void> {
  await db.query({
    name: 'feed.save_opening',
    text: `insert into feed_visits (reseller_id, account_id, device, opened_at, opened_on) values ($1, $2, $5, $3, $4)
           on conflict (reseller_id, account_id, device) do update set opened_at = $3, opened_on = $4`,
    values: [resellerId, accountId, now, system, device],
  })
}

export type Visit = { openedAt: Date | null; openedOn: string | null; fetchedAt: Date | null; client: string | null }

/** The last look at the page and the last fetch with its client, over all devices of a user. */
export async function loadVisit(db: Queryable, { resellerId, accountId }: Owner): Promise<Visit | null> {
  const rows = await db.query<Visit>({
    name: 'lines.visit',
    text: `select o.opened_at, o.opened_on, f.fetched_at, f.client
      from (select opened_at, opened_on from feed_visits where reseller_id = $1 and account_id = $2
              order by opened_at desc nulls last limit 1) o,
           (select fetched_at, client from feed_visits where reseller_id = $1 and account_id = $2
              order by fetched_at desc nulls last limit 1) f`,
    values: [resellerId, accountId],
  })
  return rows[0] ?? null
}

/** Locks the feed link and returns its generation; the row must exist. */
export async function lockLinkGeneration(db: Tx, { resellerId, accountId }: Owner): Promise<number> {
  const rows = await db.query<{ generation: number }>({
    name: 'lines.lock_link',
    text: 'select generation from feed_links where reseller_id = $1 and account_id = $2 for update',
    values: [resellerId, accountId],
  })
  return rows[0]!.generation
}

export async function saveLink(db: Tx, { resellerId, accountId }: Owner, generation: number, tokenHash: Buffer) {
  await db.query({
    name: 'lines.save_link',
    text: 'update feed_links set generation = $3, token_hash = $4 where reseller_id = $1 and account_id = $2',
    values: [resellerId, accountId, generation, tokenHash],
  })
}

export type Contact = {
  lineId: string
  nodeName: string
  nodeNames: unknown
  region: string
  begunAt: Date
  seenAt: Date
}

/** The user's lines that have carried bytes, in the order in which they began to. */
export function findContacts(db: Queryable, { resellerId, accountId }: Owner): Promise<Contact[]> {
  return db.query<Contact>({
    name: 'lines.contacts',
    text: `select l.id as line_id, n.name as node_name, n.names as node_names, n.region, c.begun_at, c.seen_at
      from line_contacts c join lines l on l.number = c.line_number and l.reseller_id = c.reseller_id and l.account_id = c.account_id
      join nodes n on n.id = l.node_id
      where c.reseller_id = $1 and c.account_id = $2 and l.state <> 'removed'
      order by c.begun_at, c.line_number`,
    values: [resellerId, accountId],
  })
}
