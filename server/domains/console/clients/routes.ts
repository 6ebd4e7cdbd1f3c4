import { consoleApi } from '../../../../contract/console/api.ts'
import { bind } from '../../../platform/http/bind.ts'
import {
  beginUpload,
  finishUpload,
  listClients,
  listShown,
  orderAllClients,
  putUploadPart,
  removeOneClient,
  removeUploaded,
  saveOneClient,
  saveShown,
} from './calls.ts'

const { clients, shownClients } = consoleApi

export const clientRoutes = [
  bind(clients.list, listClients),
  bind(clients.save, saveOneClient),
  bind(clients.order, orderAllClients),
  bind(clients.remove, removeOneClient),
  bind(clients.beginFile, beginUpload),
  bind(clients.putPart, putUploadPart),
  bind(clients.finishFile, finishUpload),
  bind(clients.removeFile, removeUploaded),
  bind(shownClients.list, listShown),
  bind(shownClients.save, saveShown),
]
