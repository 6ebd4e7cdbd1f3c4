import { nodeApi } from '../../../contract/node-api.ts'
import { traffic } from '../../../contract/traffic.ts'
import { bind } from '../../platform/http/bind.ts'
import { ingestBatch } from './count-traffic.ts'
import { getOwn } from './get-own.ts'
import { getUsage } from './get-usage.ts'
import { getRank } from './ranking/get-rank.ts'

export const trafficRoutes = [bind(traffic.own, getOwn), bind(traffic.usage, getUsage), bind(traffic.rank, getRank)]
export const trafficAgentRoutes = [bind(nodeApi.batches, ingestBatch)]
