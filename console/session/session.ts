import { create } from 'zustand'

import { consoleApi } from '../../contract/console/api.ts'
import type { ConsoleSession } from '../../contract/console/session.ts'
import type { Permission } from '../../contract/permissions.ts'
import { ApiError } from '../../ui/http/api-error.ts'
import { place } from './office.ts'
import { send } from './send.ts'

type State =
  | { at: 'starting' }
  /** Nobody is signed in. */
  | { at: 'out' }
  | { at: 'in'; session: ConsoleSession }
  /** The first answer did not arrive. */
  | { at: 'broken'; error: unknown }

export const useSessionState = create<State>()(() => ({ at: 'starting' }))

/** The signed-in member. Use it only on pages that need a session. */
export function useSession(): ConsoleSession {
  const state = useSessionState()
  if (state.at !== 'in') throw new Error('nobody is signed in')
  return state.session
}

/** Loads the session without asking the member to sign in. */
export async function loadSession(): Promise<void> {
  try {
    const session = await send(consoleApi.session.show, namedReseller())
    useSessionState.setState({ at: 'in', session }, true)
  } catch (error) {
    const isOut = error instanceof ApiError && error.status === 401
    if (isOut) useSessionState.setState({ at: 'out' }, true)
    // A member who is already signed in works on: the next call will show the problem.
    else if (useSessionState.getState().at !== 'in') useSessionState.setState({ at: 'broken', error }, true)
  }
}

export function useMay(): (permission: Permission | 'own') => boolean {
  const { permissions } = useSession()
  return (permission) => permission === 'own' || permissions.includes(permission)
}

export type Office = Omit<NonNullable<ConsoleSession['reseller']>, 'id'> & { key: number }

/** The reseller of this office; null on the platform's own pages. */
export function officeOf(session: ConsoleSession): Office | null {
  const { reseller } = session
  return reseller && { ...reseller, key: reseller.id }
}

/** Names the reseller in calls of platform staff. */
export function namedReseller(): { reseller?: number } {
  return place.named === null ? {} : { reseller: place.named }
}
