import type { Queryable } from '../../../platform/db/db.ts'

export type SignedRelease = { number: string; sha256: Buffer; signature: Buffer; publicKey: Buffer; signedAt: Date }

/** Signing again with another key replaces the signature. */
export async function saveRelease(db: Queryable, release: SignedRelease): Promise<void> {
  const { number, sha256, signature, publicKey, signedAt } = release
  await db.query({
    name: 'agents.save_release',
    text: `insert into agent_releases (number, sha256, signature, public_key, signed_at) values ($1, $2, $3, $4, $5)
      on conflict (number) do update set sha256 = $2, signature = $3, public_key = $4, signed_at = $5`,
    values: [number, sha256, signature, publicKey, signedAt],
  })
}

export async function loadRelease(db: Queryable, number: string): Promise<SignedRelease | null> {
  const rows = await db.query<SignedRelease>({
    name: 'agents.load_release',
    text: `select number, sha256, signature, public_key, signed_at from agent_releases where number = $1`,
    values: [number],
  })
  return rows[0] ?? null
}

/** The newest by its number, whenever it was signed. */
export async function loadNewestRelease(db: Queryable): Promise<SignedRelease | null> {
  const rows = await db.query<SignedRelease>({
    name: 'agents.newest_release',
    text: `select number, sha256, signature, public_key, signed_at from agent_releases
      order by string_to_array(number, '.')::integer[] desc limit 1`,
    values: [],
  })
  return rows[0] ?? null
}

/** The release that a node should run, if it runs another. */
export async function loadOffer(
  db: Queryable,
  nodeId: number,
  agentVersion: string,
): Promise<Pick<SignedRelease, 'number' | 'sha256' | 'signature'> | null> {
  const rows = await db.query<Pick<SignedRelease, 'number' | 'sha256' | 'signature'>>({
    name: 'agents.load_offer',
    text: `select r.number, r.sha256, r.signature from nodes n join agent_releases r on r.number = n.wanted_agent
      where n.id = $1 and 'yuxian-agent ' || r.number <> $2`,
    values: [nodeId, agentVersion],
  })
  return rows[0] ?? null
}

/** Returns the ids of the nodes that wanted something else before. */
export async function wantRelease(
  db: Queryable,
  number: string,
  nodeIds: readonly number[] | null,
): Promise<{ id: number }[]> {
  return db.query<{ id: number }>({
    name: 'agents.want_release',
    text: `update nodes set wanted_agent = $1
      where connection = 'agent' and removed_at is null and not is_demo and ($2::integer[] is null or id = any ($2))
        and wanted_agent is distinct from $1
      returning id`,
    values: [number, nodeIds],
  })
}
