import { api } from '../../contract/api.ts'
import { call } from '../../ui/http/client.ts'
import { underDeviceLock } from './device-lock.ts'
import { readStored, writeStored } from '../../ui/device/storage.ts'

/** Ends every device credential; a device that was remembered goes on with the new one that comes back. */
export function changePassword(input: { oldPass: string; newPass: string }): Promise<void> {
  return underDeviceLock(async () => {
    const { device } = await call(api.sessions.changePass, input)
    // Signed out meanwhile: nobody is remembered then.
    if (device && readStored('password')) writeStored('password', device)
  })
}
