import type { Queryable, Tx } from '../../../platform/db/db.ts'

/** One upload begins at a time, so that there are never more than the most. */
export async function lockUploads(db: Tx): Promise<void> {
  await db.query({ name: 'imports.lock_uploads', text: 'lock table import_uploads in share row exclusive mode' })
}

export type UploadRow = {
  id: number
  name: string
  sizeBytes: number
  madeBy: string
  createdAt: Date
  partsHere: number
}

export function findUploads(db: Queryable): Promise<UploadRow[]> {
  return db.query<UploadRow>({
    name: 'imports.uploads',
    text: `select u.id, u.name, u.size_bytes, u.made_by, u.created_at,
                  (select count(*)::integer from import_upload_parts p where p.upload_id = u.id) as parts_here
             from import_uploads u order by u.id desc`,
  })
}

type NewUpload = { name: string; sizeBytes: number; madeBy: string; now: Date }

export async function insertUpload(db: Tx, { name, sizeBytes, madeBy, now }: NewUpload): Promise<number> {
  const rows = await db.query<{ id: number }>({
    name: 'imports.begin_upload',
    text: 'insert into import_uploads (name, size_bytes, made_by, created_at) values ($1, $2, $3, $4) returning id',
    values: [name, sizeBytes, madeBy, now],
  })
  return rows[0]!.id
}

export type LockedUpload = { id: number; name: string; sizeBytes: number; isInUse: boolean }

/** Until the transaction ends nobody adds a part, removes the file or begins to read it. */
export async function lockUpload(db: Tx, uploadId: number): Promise<LockedUpload | null> {
  const rows = await db.query<LockedUpload>({
    name: 'imports.lock_upload',
    text: `select u.id, u.name, u.size_bytes,
                  exists (select from import_tasks t where t.upload_id = u.id and t.ended_at is null) as is_in_use
             from import_uploads u where u.id = $1 for update of u`,
    values: [uploadId],
  })
  return rows[0] ?? null
}

export async function loadUpload(
  db: Queryable,
  uploadId: number,
): Promise<Pick<LockedUpload, 'id' | 'sizeBytes'> | null> {
  const rows = await db.query<{ id: number; sizeBytes: number }>({
    name: 'imports.upload',
    text: 'select id, size_bytes from import_uploads where id = $1',
    values: [uploadId],
  })
  return rows[0] ?? null
}

export async function deleteUpload(db: Queryable, uploadId: number): Promise<void> {
  await db.query({
    name: 'imports.remove_upload',
    text: 'delete from import_uploads where id = $1',
    values: [uploadId],
  })
}

export function findPartFacts(db: Queryable, uploadId: number): Promise<{ number: number; sha256: Buffer }[]> {
  return db.query<{ number: number; sha256: Buffer }>({
    name: 'imports.parts',
    text: 'select number, sha256 from import_upload_parts where upload_id = $1 order by number',
    values: [uploadId],
  })
}

export type Part = { number: number; bytes: Buffer; sha256: Buffer }

export async function savePart(db: Tx, uploadId: number, { number, bytes, sha256 }: Part): Promise<void> {
  await db.query({
    name: 'imports.save_part',
    text: `insert into import_upload_parts (upload_id, number, bytes, sha256) values ($1, $2, $3, $4)
           on conflict (upload_id, number) do update set bytes = excluded.bytes, sha256 = excluded.sha256`,
    values: [uploadId, number, bytes, sha256],
  })
}

export async function loadPart(db: Queryable, uploadId: number, number: number): Promise<Omit<Part, 'number'> | null> {
  const rows = await db.query<Omit<Part, 'number'>>({
    name: 'imports.part',
    text: 'select bytes, sha256 from import_upload_parts where upload_id = $1 and number = $2',
    values: [uploadId, number],
  })
  return rows[0] ?? null
}
