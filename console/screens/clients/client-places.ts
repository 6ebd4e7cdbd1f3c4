import type { KeptClient } from '../../../contract/console/clients.ts'
import type { System } from '../../../contract/systems.ts'

export type Places = Partial<Record<System, string>>

/** Before the number of a file of ours, in a field that otherwise has an address. */
export const FILE = 'file:'

/** Where each system's installer is, as the form has it. */
export function placesOf(row: Pick<KeptClient, 'places'> | null): Places {
  const pairs = (row?.places ?? []).map(({ system, url, fileId }) => [system, url ?? `${FILE}${fileId}`])
  return Object.fromEntries(pairs) as Places
}

/** As the server takes it: an address or a file, and nothing for an empty field. */
export function placeFor(system: System, value: string) {
  if (value === '') return []
  return [value.startsWith(FILE) ? { system, fileId: Number(value.slice(FILE.length)) } : { system, url: value }]
}
