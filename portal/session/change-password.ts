import { api } from '../../contract/api.ts'
import { readStored, writeStored } from '../../ui/device/storage.ts'
import { call } from '../../ui/http/client.ts'
import { underDeviceLock } from './device-lock.ts'

/** Ends every device credential; a remembered device continues with the new one in the answer. */
export function changePassword(input: { oldPass: string; newPass: string }): Promise<void> {
  return underDeviceLock(async () => {
    const { device } = await call(api.sessions.changePass, input)
    // Signed out in the meantime: then nobody is remembered.
    if (device && readStored('password')) writeStored('password', device)
  })
}
