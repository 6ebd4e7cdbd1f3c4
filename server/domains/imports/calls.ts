import { consoleApi } from '../../../contract/console/api.ts'
import { bind } from '../../platform/http/bind.ts'
import { listImports, showReport } from './office/show-imports.ts'
import { askCheck, askRun, askUndo, showUses } from './office/tasks.ts'
import { tellUsers } from './office/tell-users.ts'
import { beginFile, putPart, removeFile } from './office/uploads.ts'

const { imports: calls } = consoleApi

export const importsRoutes = [
  bind(calls.list, listImports),
  bind(calls.report, showReport),
  bind(calls.beginFile, beginFile),
  bind(calls.putPart, putPart),
  bind(calls.removeFile, removeFile),
  bind(calls.check, askCheck),
  bind(calls.run, askRun),
  bind(calls.tell, tellUsers),
  bind(calls.uses, showUses),
  bind(calls.undo, askUndo),
]
