import { consoleApi } from '../../../../contract/console/api.ts'
import { bind } from '../../../platform/http/bind.ts'
import { listBookChecks, startBookCheck, showPlatformStatement, exportPlatformStatement } from './calls.ts'

const { books } = consoleApi

export const bookRoutes = [
  bind(books.list, listBookChecks),
  bind(books.run, startBookCheck),
  bind(books.statement, showPlatformStatement),
  bind(books.exportStatement, exportPlatformStatement),
]
