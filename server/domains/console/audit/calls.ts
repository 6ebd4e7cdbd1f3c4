import { consoleApi } from '../../../../contract/console/api.ts'
import { bind } from '../../../platform/http/bind.ts'
import { exportAudit, findAuditRows } from './find-audit.ts'

export const auditRoutes = [bind(consoleApi.audit.list, findAuditRows), bind(consoleApi.audit.export, exportAudit)]
