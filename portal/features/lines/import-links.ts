import { fillLink } from '../../../contract/client-links.ts'
import type { ListedClient } from '../../../contract/client-list.ts'
import { clients, feedLink, placesOf, type FeedFormat } from '../../../contract/clients.ts'
import { systemOfAgent, type System } from '../../../contract/systems.ts'

/** The clients of the release, until the reseller's own choice is there, or where it cannot be read. */
export const releasedClients: readonly ListedClient[] = clients.map((client) => ({
  id: client.id,
  name: client.name,
  systems: [...client.systems],
  format: client.format,
  link: client.link,
  lineLink: client.lineLink ?? null,
  colour: client.colour,
  places: placesOf(client).map((place) => ({ ...place, file: null })),
}))

/** Clients for this system, most common first. */
export function clientsFor(all: readonly ListedClient[], system: System): ListedClient[] {
  return all.filter(({ systems }) => systems.includes(system))
}

/** The link that opens a client with the feed; null: copy the address. */
export function importLink({ link, format }: ListedClient, url: string, title: string): string | null {
  return feedLink({ link, format: format as FeedFormat }, url, title)
}

/** Where to get it for a system. */
export function placeFor({ places }: ListedClient, system: System) {
  return places.find((place) => place.system === system) ?? null
}

export type LineReader = ListedClient & { lineLink: string }

/** Clients of this system that accept a single line. */
export function lineReadersFor(all: readonly ListedClient[], system: System): LineReader[] {
  return clientsFor(all, system).filter((client): client is LineReader => client.lineLink !== null)
}

export function lineLink({ lineLink: link }: LineReader, uri: string): string {
  return fillLink(link, { url: uri, name: '' })
}

/** This device's system. */
export function systemOf(): System {
  return systemOfAgent(navigator.userAgent, navigator.maxTouchPoints)
}
