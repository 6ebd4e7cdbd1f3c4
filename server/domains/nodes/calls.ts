import { nodeApi } from '../../../contract/node-api.ts'
import { bind } from '../../platform/http/bind.ts'
import { enrolNode } from './enrol-node.ts'

export const nodeRoutes = [bind(nodeApi.enrol, enrolNode)]
