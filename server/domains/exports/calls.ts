import { consoleApi } from '../../../contract/console/api.ts'
import { bind } from '../../platform/http/bind.ts'
import { downloadExport, listExports, makeExport } from './exports.ts'

const { exports: calls } = consoleApi

export const exportsRoutes = [
  bind(calls.list, listExports),
  bind(calls.make, makeExport),
  bind(calls.download, downloadExport),
]
