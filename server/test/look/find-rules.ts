import type { Db } from '../../platform/db/db.ts'

type Rule = { place: string; name: string; says: string; state: string }

/** Columns, keys, checks, indexes and triggers, and whether they are enabled. */
export async function findRules(db: Db): Promise<Rule[]> {
  const { rows } = await db.pool.query<Rule>(
    `select attrelid::regclass::text as place, attname::text as name, format_type(atttypid, atttypmod) as says,
            concat_ws(' ', attnotnull, pg_get_expr(adbin, adrelid), attidentity, attgenerated) as state
       from pg_attribute join pg_class c on c.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and attnum > 0 and not attisdropped
     union all select conrelid::regclass::text, conname::text, pg_get_constraintdef(oid), convalidated::text
       from pg_constraint where connamespace = 'public'::regnamespace
     union all select indrelid::regclass::text, indexrelid::regclass::text, pg_get_indexdef(indexrelid), indisvalid::text
       from pg_index join pg_class c on c.oid = indexrelid where c.relnamespace = 'public'::regnamespace
     union all select tgrelid::regclass::text, tgname::text, pg_get_triggerdef(oid), tgenabled::text
       from pg_trigger where not tgisinternal order by 1, 2, 3`,
  )
  return rows
}
