import type { AuditField } from '../../../../contract/console/audit-fields.ts'
import type { Queryable } from '../../../platform/db/db.ts'
import type { ListedAudit } from './queries.ts'

/** Fields whose value is the number of a thing that has a name. */
const REFERENCES: Partial<Record<AuditField, string>> = {
  accountId: 'account',
  copyOf: 'price_list',
  inviterId: 'account',
  list: 'price_list',
  listId: 'price_list',
  nodeId: 'node',
  package: 'package',
  packageId: 'package',
  reseller: 'reseller',
  resellerId: 'reseller',
  ownerResellerId: 'reseller',
  ownerReseller: 'reseller',
  toNodeId: 'node',
}

/** For each row, the names of what it is about: `{ 'staff:3': 'boss260', 'account:12': 'xiaoming' }`. */
export async function nameThings(
  ctx: { db: Queryable; resellerId: number | null },
  rows: readonly ListedAudit[],
): Promise<Record<string, string>[]> {
  const things = rows.map((row) => thingsOf(row, ctx.resellerId === null))
  const found = await findNames(ctx, things.flat())
  const names = new Map(found.map(({ kind, resellerId, id, name }) => [keyOf({ kind, resellerId, id }), name]))
  return things.map((one) =>
    Object.fromEntries(
      one.flatMap((thing) => {
        const name = names.get(keyOf(thing))
        return name ? [[`${thing.kind}:${thing.id}`, name]] : []
      }),
    ),
  )
}

/** A user's number alone names nobody: it counts only together with the reseller of the row. */
type Thing = { kind: string; resellerId: number; id: string }

const NONE = -1
const keyOf = ({ kind, resellerId, id }: Thing) => `${kind} ${resellerId} ${id}`

function thingsOf({ actor, subject, resellerId, detail, before, after }: ListedAudit, isPlatform: boolean): Thing[] {
  const thing = (kind: string, id: string, of = resellerId): Thing => ({
    kind,
    id,
    resellerId: kind === 'account' || kind === 'notice' ? (of ?? NONE) : NONE,
  })
  const inFields = [detail, before, after].flatMap((fields) => [
    ...Object.entries(fields ?? {}).flatMap(([field, value]) => {
      const kind = REFERENCES[field as AuditField]
      return kind && (typeof value === 'number' || typeof value === 'string') ? [thing(kind, String(value))] : []
    }),
    // The owner of an agency is a user of another reseller: the platform alone reads that name.
    ...(isPlatform && typeof fields?.['ownerAccount'] === 'number'
      ? [thing('account', String(fields['ownerAccount']), Number(fields['ownerReseller']))]
      : []),
  ])
  const inCodes = [actor, subject ?? ''].flatMap((code) => {
    const [, kind, id] = /^([a-z_]+):([\w-]+)$/.exec(code) ?? []
    return kind && id ? [thing(kind, id)] : []
  })
  return [...inCodes, ...inFields]
}

type Named = Thing & { name: string }

/** A reseller reads no name of a package or node that is not for it: a row may have any number that somebody searched for. */
function findNames(
  { db, resellerId: reader }: { db: Queryable; resellerId: number | null },
  things: readonly Thing[],
): Promise<Named[]> {
  const wanted = [...new Map(things.map((thing) => [keyOf(thing), thing])).values()]
  if (wanted.length === 0) return Promise.resolve([])
  return db.query<Named>({
    name: 'audit.names',
    text: `with wanted as (select * from unnest($1::text[], $2::integer[], $3::text[]) as w (kind, reseller_id, id)),
        numbered as (select kind, reseller_id, id, id::bigint as number from wanted where id ~ '^[0-9]{1,15}$')
      select w.kind, w.reseller_id, w.id, a.user_name as name from numbered w
        join accounts a on a.reseller_id = w.reseller_id and a.id = w.number where w.kind = 'account' and a.deleted_at is null
      union all select w.kind, w.reseller_id, w.id, n.title from numbered w
        join notices n on n.reseller_id = w.reseller_id and n.id = w.number where w.kind = 'notice'
      union all select w.kind, w.reseller_id, w.id, s.name from numbered w
        join staff s on s.id = w.number where w.kind = 'staff'
      union all select w.kind, w.reseller_id, w.id, coalesce(r.title, r.agency_name) from numbered w
        join resellers r on r.id = w.number where w.kind = 'reseller' and coalesce(r.title, r.agency_name) is not null
      union all select w.kind, w.reseller_id, w.id, p.name from numbered w
        join packages p on p.id = w.number where w.kind = 'package' and ($4::integer is null
          or exists (select from price_list_entries e where e.package_id = p.id)
          or exists (select from package_offers o where o.reseller_id = $4 and o.package_id = p.id)
          or exists (select from own_prices o where o.reseller_id = $4 and o.package_id = p.id)
          or exists (select from trial_offers o where o.reseller_id = $4 and o.package_id = p.id))
      union all select w.kind, w.reseller_id, w.id, l.name from numbered w
        join price_lists l on l.id = w.number where w.kind = 'price_list'
      union all select w.kind, w.reseller_id, w.id, n.name from numbered w
        join nodes n on n.id = w.number where w.kind = 'node' and ($4::integer is null or n.reseller_id is null or n.reseller_id = $4)
      union all select w.kind, w.reseller_id, w.id, g.name from numbered w
        join node_groups g on g.id = w.number where w.kind = 'group'
      union all select w.kind, w.reseller_id, w.id, m.user_name from numbered w
        join monitors m on m.id = w.number where w.kind = 'monitor'
      union all select w.kind, w.reseller_id, w.id, k.name || ' · ' || k.short from wanted w
        join api_keys k on k.short = w.id where w.kind = 'key'
      union all select w.kind, w.reseller_id, w.id, o.title from numbered w
        join office_notices o on o.id = w.number where w.kind = 'office_notice'
      union all select w.kind, w.reseller_id, w.id, x.name from wanted w
        join merchants x on x.id = w.id where w.kind = 'merchant'`,
    values: [
      wanted.map(({ kind }) => kind),
      wanted.map(({ resellerId }) => resellerId),
      wanted.map(({ id }) => id),
      reader,
    ],
  })
}
