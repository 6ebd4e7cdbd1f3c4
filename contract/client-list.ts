import Type, { type Static } from 'typebox'

import { Nothing, Nullable } from './fields.ts'
import { route } from './route.ts'
import { SYSTEMS } from './systems.ts'

/** Where to get a client: an address, and for a file of ours what it must be. */
const Place = Type.Object({
  system: Type.Enum([...SYSTEMS]),
  url: Type.String(),
  file: Nullable(Type.Object({ name: Type.String(), sizeBytes: Type.Integer(), sha256: Type.String() })),
})

export const ListedClient = Type.Object({
  id: Type.String(),
  name: Type.String(),
  systems: Type.Array(Type.Enum([...SYSTEMS])),
  format: Type.String(),
  /** Opens the client with the feed; parts in braces are filled by client-links.ts. Null: copy the address. */
  link: Nullable(Type.String()),
  /** Opens it with a single line. */
  lineLink: Nullable(Type.String()),
  colour: Type.String(),
  places: Type.Array(Place),
})
export type ListedClient = Static<typeof ListedClient>

export const clientList = {
  list: route('GET /api/client/list', {
    access: 'user',
    summary: 'The clients that the reseller shows, most common first, with the places to get them',
    input: Nothing,
    output: Type.Object({ clients: Type.Array(ListedClient) }),
  }),
}
