import { consoleApi } from '../../contract/console/api.ts'
import { emptyWindow } from '../../ui/http/dedupe.ts'
import { useAsked } from './asking.ts'
import { loadSession, useSessionState } from './session.ts'
import { send } from './send.ts'

/** After the server has taken the proof: learns who it is now. Somebody else than before gets a page of their own. */
export async function enter(): Promise<void> {
  const before = useSessionState.getState()
  emptyWindow()
  await loadSession()
  const now = useSessionState.getState()
  if (before.at === 'in' && now.at === 'in' && before.session.member.id !== now.session.member.id) location.reload()
  useAsked.getState().asked?.settle(now.at === 'in')
}

/** Leaves by loading the page anew: nothing of the office stays in memory. */
export async function leave(): Promise<void> {
  await send(consoleApi.session.signOut, {}).catch(() => {})
  location.assign('/console')
}
