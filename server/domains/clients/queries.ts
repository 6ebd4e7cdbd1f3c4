import type { System } from '../../../contract/systems.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'

export type ClientRow = {
  id: string
  position: number | null
  isHidden: boolean
  own: unknown
  resellerId: number | null
}

/** The operator's changes to the list of clients. Tens of rows. */
export function findClientRows(db: Queryable): Promise<ClientRow[]> {
  return db.query<ClientRow>({
    name: 'clients.rows',
    text: 'select id, position, is_hidden, own, reseller_id from clients',
    values: [],
  })
}

export type PlaceRow = { clientId: string; system: System; url: string | null; fileId: number | null }

export function findPlaceRows(db: Queryable): Promise<PlaceRow[]> {
  return db.query<PlaceRow>({
    name: 'clients.places',
    text: 'select client_id, system, url, file_id from client_places order by client_id, system',
    values: [],
  })
}

export async function findHiddenIds(db: Queryable, resellerId: number): Promise<string[]> {
  const rows = await db.query<{ clientId: string }>({
    name: 'clients.hidden',
    text: 'select client_id from hidden_clients where reseller_id = $1',
    values: [resellerId],
  })
  return rows.map(({ clientId }) => clientId)
}

/** One change of the list at a time. */
export async function lockClients(db: Tx): Promise<void> {
  await db.query({ name: 'clients.lock', text: 'lock table clients in share row exclusive mode', values: [] })
}

export type SavedClient = { id: string; isHidden: boolean; own: object | null; resellerId: number | null }

export async function saveClientRow(db: Tx, row: SavedClient, now: Date): Promise<void> {
  await db.query({
    name: 'clients.save',
    text: `insert into clients (id, is_hidden, own, reseller_id, updated_at) values ($1, $2, $3, $4, $5)
           on conflict (id) do update set is_hidden = excluded.is_hidden, own = excluded.own,
             reseller_id = excluded.reseller_id, updated_at = excluded.updated_at`,
    values: [row.id, row.isHidden, row.own && JSON.stringify(row.own), row.resellerId, now],
  })
}

export async function savePlaces(
  db: Tx,
  clientId: string,
  places: readonly Omit<PlaceRow, 'clientId'>[],
): Promise<void> {
  await db.kysely.deleteFrom('clientPlaces').where('clientId', '=', clientId).execute()
  if (places.length === 0) return
  await db.kysely
    .insertInto('clientPlaces')
    .values(places.map((place) => ({ clientId, ...place })))
    .execute()
}

export async function savePositions(db: Tx, ids: readonly string[], now: Date): Promise<void> {
  await db.query({
    name: 'clients.order',
    text: `insert into clients (id, position, updated_at)
           select id, at, $2 from unnest($1::text[]) with ordinality as wanted (id, at)
           on conflict (id) do update set position = excluded.position, updated_at = excluded.updated_at`,
    values: [ids, now],
  })
}

export async function deleteClient(db: Tx, id: string): Promise<boolean> {
  const rows = await db.query<{ id: string }>({
    name: 'clients.remove',
    text: 'delete from clients where id = $1 and own is not null returning id',
    values: [id],
  })
  return rows.length === 1
}

export async function saveHidden(db: Tx, resellerId: number, ids: readonly string[]): Promise<void> {
  await db.kysely.deleteFrom('hiddenClients').where('resellerId', '=', resellerId).execute()
  if (ids.length === 0) return
  await db.kysely
    .insertInto('hiddenClients')
    .values(ids.map((clientId) => ({ resellerId, clientId })))
    .execute()
}
