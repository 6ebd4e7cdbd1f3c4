import { consoleApi } from '../../../../contract/console/api.ts'
import { bind } from '../../../platform/http/bind.ts'
import { answerWord, listOwnWords, listWords } from './answer-word.ts'
import { showNetwork } from './show-network.ts'
import { beginOutage, stopOutage } from './tell-outage.ts'
import { tellPlatform } from './tell-platform.ts'

const { network, resellers } = consoleApi

export const networkRoutes = [
  bind(network.show, showNetwork),
  bind(network.beginOutage, beginOutage),
  bind(network.endOutage, stopOutage),
  bind(network.tell, tellPlatform),
  bind(network.words, listOwnWords),
  bind(resellers.words, listWords),
  bind(resellers.answer, answerWord),
]
