import Type, { type Static } from 'typebox'

import { FILE_MAX_BYTES, FILE_NAME, FILE_PART_BODY_MAX_BYTES } from '../client-files.ts'
import { FEED_FORMATS } from '../feed-formats.ts'
import { Done, Nothing, Nullable, ResellerKey, ShortRowId } from '../fields.ts'
import { route } from '../route.ts'
import { SYSTEMS } from '../systems.ts'

const closed = { additionalProperties: false } as const
const System = Type.Enum([...SYSTEMS])
const ClientId = Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,39}$' })

const ClientFile = Type.Object({
  fileId: Type.Integer(),
  name: Type.String(),
  sizeBytes: Type.Integer(),
  sha256: Type.String(),
  /** Where it is served. */
  path: Type.String(),
})
export type ClientFile = Static<typeof ClientFile>

/** An outside address, or a file of ours. */
const Place = Type.Object(
  {
    system: System,
    url: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
    fileId: Type.Optional(ShortRowId),
  },
  closed,
)

/** How an own entry is described; a client of the release describes itself. */
const Own = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 40 }),
    systems: Type.Array(System, { minItems: 1, maxItems: SYSTEMS.length }),
    format: Type.String({ pattern: `^(?:${FEED_FORMATS.join('|')})$` }),
    link: Nullable(Type.String({ minLength: 1, maxLength: 300 })),
    colour: Type.String({ pattern: '^#[0-9a-f]{6}$' }),
  },
  closed,
)
export type OwnClient = Static<typeof Own>

const KeptClient = Type.Object({
  clientId: Type.String(),
  name: Type.String(),
  systems: Type.Array(System),
  format: Type.String(),
  link: Nullable(Type.String()),
  colour: Type.String(),
  protocols: Type.Array(Type.String()),
  isOwn: Type.Boolean(),
  isHidden: Type.Boolean(),
  resellerId: Nullable(Type.Integer()),
  /** The operator's own places; the release's place holds where none is set. */
  places: Type.Array(Place),
  defaults: Type.Array(Type.Object({ system: System, url: Type.String() })),
})
export type KeptClient = Static<typeof KeptClient>

const write = { access: 'staff', permission: 'packages.write', scope: 'platform' } as const

export const clients = {
  list: route('GET /api/console/clients/list', {
    access: 'staff',
    permission: 'prices.read',
    scope: 'platform',
    summary: 'All clients in their order, and the files that are kept',
    input: Nothing,
    output: Type.Object({ rows: Type.Array(KeptClient), files: Type.Array(ClientFile) }),
  }),
  save: route('POST /api/console/clients/save', {
    ...write,
    summary: 'Show or hide a client, say where to get it, and describe an own one',
    input: Type.Object(
      {
        clientId: ClientId,
        isHidden: Type.Boolean(),
        own: Type.Optional(Own),
        resellerId: Type.Optional(ResellerKey),
        places: Type.Array(Place, { maxItems: SYSTEMS.length }),
      },
      closed,
    ),
    output: Done,
    errors: ['object.unknown', 'reseller.unknown'],
  }),
  order: route('POST /api/console/clients/order', {
    ...write,
    summary: 'The order in which clients are shown; all of them are named',
    input: Type.Object({ clientIds: Type.Array(ClientId, { minItems: 1, maxItems: 200, uniqueItems: true }) }, closed),
    output: Done,
    errors: ['object.unknown'],
  }),
  remove: route('POST /api/console/clients/remove', {
    ...write,
    summary: 'Remove an own entry',
    input: Type.Object({ clientId: ClientId }, closed),
    output: Done,
    errors: ['object.unknown'],
  }),
  beginFile: route('POST /api/console/clients/begin-file', {
    ...write,
    summary: 'Begin to upload a file, or go on with one of this name and size: the parts that are there',
    input: Type.Object(
      {
        name: Type.String({ pattern: FILE_NAME }),
        sizeBytes: Type.Integer({ minimum: 1, maximum: FILE_MAX_BYTES }),
      },
      closed,
    ),
    output: Type.Object({
      fileId: Type.Integer(),
      parts: Type.Array(Type.Object({ number: Type.Integer(), sha256: Type.String() })),
    }),
  }),
  putPart: route('POST /api/console/clients/put-part', {
    ...write,
    summary: 'One part of a file in base64: 1 MB, the last one less',
    bodyMaxBytes: FILE_PART_BODY_MAX_BYTES,
    input: Type.Object(
      {
        fileId: ShortRowId,
        number: Type.Integer({ minimum: 0, maximum: 299 }),
        bytes: Type.String({ minLength: 4, maxLength: FILE_PART_BODY_MAX_BYTES }),
      },
      closed,
    ),
    output: Done,
    errors: ['object.unknown'],
  }),
  finishFile: route('POST /api/console/clients/finish-file', {
    ...write,
    summary: 'All parts are there: compute the checksum and serve the file',
    input: Type.Object({ fileId: ShortRowId }, closed),
    output: ClientFile,
    errors: ['object.unknown'],
  }),
  removeFile: route('POST /api/console/clients/remove-file', {
    ...write,
    summary: 'Remove a file; a client that had it falls back to the place of the release',
    input: Type.Object({ fileId: ShortRowId }, closed),
    output: Done,
    errors: ['object.unknown'],
  }),
}

/** Which of the clients a reseller shows. */
export const shownClients = {
  list: route('GET /api/console/shown-clients/list', {
    access: 'staff',
    permission: 'overview.read',
    summary: 'The clients that the operator offers, and which of them the users see',
    input: Nothing,
    output: Type.Object({
      rows: Type.Array(
        Type.Object({
          clientId: Type.String(),
          name: Type.String(),
          systems: Type.Array(System),
          colour: Type.String(),
          isShown: Type.Boolean(),
        }),
      ),
    }),
  }),
  save: route('POST /api/console/shown-clients/save', {
    access: 'staff',
    permission: 'brand.write',
    summary: 'Which clients the users do not see',
    input: Type.Object({ hiddenIds: Type.Array(ClientId, { maxItems: 200, uniqueItems: true }) }, closed),
    output: Done,
    errors: ['object.unknown', 'reseller.suspended'],
  }),
}
