import { nodeApi } from '../../../contract/node-api.ts'
import { traffic } from '../../../contract/traffic.ts'
import { bind } from '../../platform/http/bind.ts'
import { ingestBatch } from './count-traffic.ts'
import { getRank } from './get-rank.ts'
import { getUsage } from './get-usage.ts'

export const trafficRoutes = [bind(traffic.rank, getRank), bind(traffic.usage, getUsage)]
export const trafficAgentRoutes = [bind(nodeApi.batches, ingestBatch)]
