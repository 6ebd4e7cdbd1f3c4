import { fillLink } from '../../../contract/client-links.ts'
import { clients, type Client } from '../../../contract/clients.ts'
import { systemOfAgent, type System } from '../../../contract/systems.ts'

export type LineReader = Client & { lineLink: string }

/** Clients for this system by likelihood, then the rest for other devices. */
export function clientsFor(system: System): { here: Client[]; elsewhere: Client[] } {
  return {
    here: clients.filter(({ systems }) => systems.includes(system)),
    elsewhere: clients.filter(({ systems }) => !systems.includes(system)),
  }
}

/** Clients of this system that accept a single line. */
export function lineReadersFor(system: System): LineReader[] {
  return clientsFor(system).here.filter((client): client is LineReader => client.lineLink !== undefined)
}

export function lineLink({ lineLink: link }: LineReader, uri: string): string {
  return fillLink(link, { url: uri, name: '' })
}

/** This device's system. */
export function systemOf(): System {
  return systemOfAgent(navigator.userAgent, navigator.maxTouchPoints)
}
