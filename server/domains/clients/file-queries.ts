import type { Queryable, Tx } from '../../platform/db/db.ts'

export type FinishedFile = { id: number; name: string; sizeBytes: number; sha256: Buffer }

export function findFiles(db: Queryable): Promise<FinishedFile[]> {
  return db.query<FinishedFile>({
    name: 'clients.files',
    text: 'select id, name, size_bytes, sha256 from client_files where sha256 is not null order by id desc',
    values: [],
  })
}

/** The file at an address, if a client of this reseller's catalogue offers it. */
export async function loadServed(
  db: Queryable,
  address: { sha256: Buffer; name: string },
  resellerId: number,
): Promise<FinishedFile | null> {
  const rows = await db.query<FinishedFile>({
    name: 'clients.served',
    text: `select f.id, f.name, f.size_bytes, f.sha256 from client_files f
            where f.sha256 is not null and f.sha256 = $1 and f.name = $2
              and exists (select from client_places p join clients c on c.id = p.client_id
                where p.file_id = f.id and not c.is_hidden and (c.reseller_id is null or c.reseller_id = $3)
                  and not exists (select from hidden_clients h where h.reseller_id = $3 and h.client_id = c.id))`,
    values: [address.sha256, address.name, resellerId],
  })
  return rows[0] ?? null
}

export type UploadedFile = { id: number; name: string; sizeBytes: number }

/** Locks an unfinished file until the transaction ends: its parts are written one after another. */
export async function lockUpload(db: Tx, id: number): Promise<UploadedFile | null> {
  const rows = await db.query<UploadedFile>({
    name: 'clients.lock_upload',
    text: 'select id, name, size_bytes from client_files where id = $1 and sha256 is null for update',
    values: [id],
  })
  return rows[0] ?? null
}

export async function findUpload(db: Queryable, name: string, sizeBytes: number): Promise<number | null> {
  const rows = await db.query<{ id: number }>({
    name: 'clients.find_upload',
    text: 'select id from client_files where name = $1 and size_bytes = $2 and sha256 is null order by id limit 1',
    values: [name, sizeBytes],
  })
  return rows[0]?.id ?? null
}

export async function insertUpload(db: Queryable, name: string, sizeBytes: number, now: Date): Promise<number> {
  const rows = await db.query<{ id: number }>({
    name: 'clients.begin_upload',
    text: 'insert into client_files (name, size_bytes, created_at) values ($1, $2, $3) returning id',
    values: [name, sizeBytes, now],
  })
  return rows[0]!.id
}

export type PartFacts = { number: number; sha256: Buffer }

export function findPartFacts(db: Queryable, fileId: number): Promise<PartFacts[]> {
  return db.query<PartFacts>({
    name: 'clients.parts',
    text: 'select number, sha256 from client_file_parts where file_id = $1 order by number',
    values: [fileId],
  })
}

export async function savePart(db: Tx, fileId: number, number: number, bytes: Buffer, sha256: Buffer): Promise<void> {
  await db.query({
    name: 'clients.save_part',
    text: `insert into client_file_parts (file_id, number, bytes, sha256) values ($1, $2, $3, $4)
           on conflict (file_id, number) do update set bytes = excluded.bytes, sha256 = excluded.sha256`,
    values: [fileId, number, bytes, sha256],
  })
}

export async function loadPart(
  db: Queryable,
  fileId: number,
  number: number,
): Promise<{ bytes: Buffer; sha256: Buffer } | null> {
  const rows = await db.query<{ bytes: Buffer; sha256: Buffer }>({
    name: 'clients.part',
    text: 'select bytes, sha256 from client_file_parts where file_id = $1 and number = $2',
    values: [fileId, number],
  })
  return rows[0] ?? null
}

/** Null when a file of this name and content is there already. */
export async function finishUpload(db: Tx, id: number, sha256: Buffer): Promise<number | null> {
  const rows = await db.query<{ id: number }>({
    name: 'clients.finish_upload',
    text: `update client_files set sha256 = $2
            where id = $1 and not exists (select from client_files o where o.sha256 = $2 and o.name = client_files.name)
            returning id`,
    values: [id, sha256],
  })
  return rows[0]?.id ?? null
}

/** Clients that offered it fall back to the place of the release. */
export async function deleteFile(db: Tx, id: number): Promise<string | null> {
  await db.kysely.deleteFrom('clientPlaces').where('fileId', '=', id).execute()
  const rows = await db.query<{ name: string }>({
    name: 'clients.remove_file',
    text: 'delete from client_files where id = $1 returning name',
    values: [id],
  })
  return rows[0]?.name ?? null
}
