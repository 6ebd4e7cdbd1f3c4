import { consoleApi } from '../../contract/console/api.ts'
import { emptyWindow } from '../../ui/http/dedupe.ts'
import { useAsked } from './asking.ts'
import { send } from './send.ts'
import { loadSession, useSessionState } from './session.ts'

/** Loads the session after the server has accepted the sign-in. If it is a different member, reloads the page. */
export async function enter(): Promise<void> {
  const before = useSessionState.getState()
  emptyWindow()
  await loadSession()
  const now = useSessionState.getState()
  if (before.at === 'in' && now.at === 'in' && before.session.member.id !== now.session.member.id) location.reload()
  useAsked.getState().asked?.settle(now.at === 'in')
}

/** Signs out and reloads the page, so that no data of the office stays in memory. */
export async function leave(): Promise<void> {
  await send(consoleApi.session.signOut, {}).catch(() => {})
  location.assign('/console')
}
