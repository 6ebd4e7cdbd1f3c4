import { useSyncExternalStore } from 'react'

import { readQueryParam } from '../../../ui/device/query-param.ts'
import { redirectMessageKey, type RedirectMessageKey } from '../../session/redirect-message.ts'

/** Why the reader is here. The prerendered page does not know; the script in its head has kept the room for it. */
export function useArrivalMessage(): RedirectMessageKey | null {
  return useSyncExternalStore(never, readMessage, () => null)
}

function readMessage(): RedirectMessageKey | null {
  return redirectMessageKey(readQueryParam('message'))
}

function never(): () => void {
  return () => {}
}
