import { consoleApi } from '../../../../contract/console/api.ts'
import { bind } from '../../../platform/http/bind.ts'
import { showNetwork } from './show-network.ts'
import { tellPlatform } from './tell-platform.ts'

const { network } = consoleApi

export const networkRoutes = [bind(network.show, showNetwork), bind(network.tell, tellPlatform)]
