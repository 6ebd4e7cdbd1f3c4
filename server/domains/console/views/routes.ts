import { consoleApi } from '../../../../contract/console/api.ts'
import { bind } from '../../../platform/http/bind.ts'
import { listViews, keepView, dropView } from './calls.ts'

const { views } = consoleApi

export const viewRoutes = [bind(views.list, listViews), bind(views.save, keepView), bind(views.remove, dropView)]
