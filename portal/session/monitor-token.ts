import { bearer } from '../../ui/http/exchange.ts'
import { readStored, writeStored } from '../../ui/device/storage.ts'

/** Kept apart from the user's token in every way: no call ever sends the one in place of the other. */
export function readMonitorToken(): string | null {
  return bearer(readStored('monitorToken'))
}

/** As with a user's token: a slow answer must not bring back a session that has just ended. */
export function renewMonitorToken(sent: string | null, renewed: string | null): void {
  const token = bearer(renewed)
  if (token && token !== sent && readMonitorToken() === sent) writeStored('monitorToken', token)
}
