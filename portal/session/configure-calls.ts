import { configureClient } from '../../ui/http/client.ts'
import { emptyWindow } from '../../ui/http/dedupe.ts'
import { currentLanguage } from '../../ui/words/word-store.ts'
import { useTokenState } from '../state/token.ts'
import { readMonitorToken, renewMonitorToken } from './monitor-token.ts'
import { sendOrRecall } from './offline.ts'
import { expire } from './return-path.ts'
import { showMaintenance } from './show-maintenance.ts'
import { readToken, renewToken } from './token.ts'

const isOfMonitor = (path: string) => path.startsWith('/api/monitor/')

/** Users and monitors have separate tokens: a call sends its area's token and can end only that session. */
export function configureCalls(): void {
  configureClient({
    language: currentLanguage,
    tokenOf: (path) => (isOfMonitor(path) ? readMonitorToken() : readToken()),
    onToken: (path, sent, renewed) => (isOfMonitor(path) ? renewMonitorToken : renewToken)(sent, renewed),
    onExpired: (path) => expire(isOfMonitor(path) ? 'monitor' : 'user'),
    onMaintenance: showMaintenance,
    send: sendOrRecall,
  })
  useTokenState.subscribe((now, before) => {
    if (now.userToken !== before.userToken) emptyWindow()
  })
}
