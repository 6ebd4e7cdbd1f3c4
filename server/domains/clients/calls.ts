import { api } from '../../../contract/api.ts'
import { feedFormats, placesOf } from '../../../contract/clients.ts'
import { consoleApi } from '../../../contract/console/api.ts'
import { bind } from '../../platform/http/bind.ts'
import { staffActor } from '../audit/audit.ts'
import { findShownClients, findCatalogue, findHiddenIds, findOffered } from './catalogue.ts'
import { beginFile, finishFile, listFiles, putPart, removeFile } from './files.ts'
import { hideClients, orderClients, removeClient, saveClient } from './operator.ts'

export const clientRoutes = [
  bind(api.clientList.list, async (ctx) => ({ clients: await findShownClients(ctx, ctx.resellerId) })),
]

const { clients, shownClients } = consoleApi

export const officeClientRoutes = [
  bind(clients.list, async ({ db }) => {
    const rows = (await findCatalogue(db)).map((client) => ({
      clientId: client.id,
      name: client.name,
      systems: [...client.systems],
      format: client.format,
      link: client.link,
      colour: client.colour,
      protocols: [...feedFormats[client.format]],
      isOwn: client.isOwn,
      isHidden: client.isHidden,
      resellerId: client.resellerId,
      places: client.places.map(({ system, url, fileId }) => ({
        system,
        ...(url === null ? {} : { url }),
        ...(fileId === null ? {} : { fileId }),
      })),
      defaults: placesOf(client),
    }))
    return { rows, files: await listFiles(db) }
  }),
  bind(clients.save, (ctx, { own, resellerId, ...wish }) =>
    saveClient(ctx, { ...wish, own: own ?? null, resellerId: resellerId ?? null }, staffActor(ctx)),
  ),
  bind(clients.order, (ctx, { clientIds }) => orderClients(ctx, clientIds, staffActor(ctx))),
  bind(clients.remove, (ctx, { clientId }) => removeClient(ctx, clientId, staffActor(ctx))),
  bind(clients.beginFile, (ctx, { name, sizeBytes }) => beginFile(ctx, name, sizeBytes)),
  bind(clients.putPart, (ctx, { fileId, number, bytes }) => putPart(ctx, fileId, number, bytes)),
  bind(clients.finishFile, (ctx, { fileId }) => finishFile(ctx, fileId, staffActor(ctx))),
  bind(clients.removeFile, (ctx, { fileId }) => removeFile(ctx, fileId, staffActor(ctx))),
  bind(shownClients.list, async (ctx) => {
    const hidden = await findHiddenIds(ctx.db, ctx.resellerId)
    const rows = (await findOffered(ctx.db, ctx.resellerId)).map(({ id, name, systems, colour }) => ({
      clientId: id,
      name,
      systems: [...systems],
      colour,
      isShown: !hidden.includes(id),
    }))
    return { rows }
  }),
  bind(shownClients.save, (ctx, { hiddenIds }) => hideClients(ctx, ctx.resellerId, hiddenIds, staffActor(ctx))),
]
