import { readStored, writeStored } from '../../ui/device/storage.ts'
import { bearer } from '../../ui/http/exchange.ts'

/** Completely separate from the user's token: no call ever sends one instead of the other. */
export function readMonitorToken(): string | null {
  return bearer(readStored('monitorToken'))
}

/** As with a user's token: a slow answer must not restore a session that has just ended. */
export function renewMonitorToken(sent: string | null, renewed: string | null): void {
  const token = bearer(renewed)
  if (token && token !== sent && readMonitorToken() === sent) writeStored('monitorToken', token)
}
