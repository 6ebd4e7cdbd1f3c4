import type { ListedClient } from '../../../contract/client-list.ts'
import { clients as released, placeOf, type Client, type FeedFormat } from '../../../contract/clients.ts'
import type { OwnClient } from '../../../contract/console/clients.ts'
import type { System } from '../../../contract/systems.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { resellerLinks } from '../resellers/reseller-by-host.ts'
import { findFiles, type FinishedFile } from './file-queries.ts'
import { findClientRows, findHiddenIds, findPlaceRows, type ClientRow, type PlaceRow } from './queries.ts'

export { findHiddenIds } from './queries.ts'

/** A client as the operator keeps it. */
export type CatalogueClient = Client & {
  isOwn: boolean
  isHidden: boolean
  resellerId: number | null
  places: readonly PlaceRow[]
}

export function filePath({ sha256, name }: Pick<FinishedFile, 'sha256' | 'name'>): string {
  return `/files/${sha256.toString('hex')}/${name}`
}

/** The release's clients with the operator's changes, and the operator's own ones, in the operator's order. */
export async function findCatalogue(db: Queryable): Promise<CatalogueClient[]> {
  const [rows, places] = [await findClientRows(db), await findPlaceRows(db)]
  const known = new Map(rows.map((row) => [row.id, row]))
  const all: Client[] = [...released, ...rows.flatMap((row) => (row.own ? [ownClient(row)] : []))]
  return all
    .map((client, at) => ({ client, row: known.get(client.id), at }))
    .toSorted((one, other) => (one.row?.position ?? one.at + 1) - (other.row?.position ?? other.at + 1))
    .map(({ client, row }) => ({
      ...client,
      isOwn: Boolean(row?.own),
      isHidden: row?.isHidden ?? false,
      resellerId: row?.resellerId ?? null,
      places: places.filter(({ clientId }) => clientId === client.id),
    }))
}

/** What the operator offers to a reseller's users. */
export async function findOffered(db: Queryable, resellerId: number): Promise<CatalogueClient[]> {
  const all = await findCatalogue(db)
  return all.filter((one) => !one.isHidden && (one.resellerId === null || one.resellerId === resellerId))
}

/** What the users of a reseller see, with addresses that open in its brand. */
export async function findShownClients(ctx: Pick<Ctx, 'db' | 'config'>, resellerId: number): Promise<ListedClient[]> {
  const hidden = await findHiddenIds(ctx.db, resellerId)
  const shown = (await findOffered(ctx.db, resellerId)).filter(({ id }) => !hidden.includes(id))
  const files = new Map((await findFiles(ctx.db)).map((file) => [file.id, file]))
  const link = await resellerLinks(ctx, resellerId)
  return shown.map((client) => ({
    id: client.id,
    name: client.name,
    systems: [...client.systems],
    format: client.format,
    link: client.link,
    lineLink: client.lineLink ?? null,
    colour: client.colour,
    places: client.systems.flatMap((system) => {
      const file = files.get(placeIn(client, system)?.fileId ?? 0)
      const url = file ? link(filePath(file)) : (placeIn(client, system)?.url ?? placeOf(client, system))
      return url ? [{ system, url, file: file ? factsOf(file) : null }] : []
    }),
  }))
}

function placeIn({ places }: CatalogueClient, system: System): PlaceRow | undefined {
  return places.find((place) => place.system === system)
}

function factsOf({ name, sizeBytes, sha256 }: FinishedFile) {
  return { name, sizeBytes, sha256: sha256.toString('hex') }
}

function ownClient({ id, own }: ClientRow): Client {
  // It was checked against the contract when it was saved.
  const { name, systems, format, link, colour } = own as OwnClient
  return { id, name, systems, format: format as FeedFormat, link, colour }
}
