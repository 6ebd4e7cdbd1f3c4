import type { NodeFinding } from '../../../contract/node-api.ts'
import type { Queryable } from '../../platform/db/db.ts'

/** A failure leaves what the last good look found, and counts. */
export async function saveFinding(
  db: Queryable,
  { nodeId, way, ms, fault, certSha256 }: NodeFinding,
  { by, now }: { by: number | null; now: Date },
): Promise<void> {
  await db.query({
    name: 'looks.save',
    text: `update node_states set looked_at = $5, looked_by = $6, look_fault = $4,
        look_failures = case when $4::text is null then 0 else look_failures + 1 end,
        look_way = case when $4::text is null then $2 else look_way end,
        look_ms = case when $4::text is null then $3 else look_ms end,
        look_cert_sha256 = case when $7::text is not null then $7
          when $4::text is null and $2 <> 'tcp' then null else look_cert_sha256 end
      where node_id = $1`,
    values: [nodeId, way, ms, fault, now, by, certSha256 ?? null],
  })
}

/** What a node can look with, and whether it lets its own probe in. */
export async function saveAsked(
  db: Queryable,
  nodeId: number,
  { engines, hasProbe, now }: { engines: readonly string[]; hasProbe: boolean; now: Date },
): Promise<void> {
  await db.query({
    name: 'looks.asked',
    text: 'update node_states set looks_asked_at = $4, look_engines = $2, has_probe = $3 where node_id = $1',
    values: [nodeId, engines.join(' '), hasProbe, now],
  })
}
