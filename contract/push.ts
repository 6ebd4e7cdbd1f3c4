import Type from 'typebox'

import { Nothing, Strict } from './fields.ts'
import { limits } from './limits.ts'
import { route } from './route.ts'

/** The server's public key, and the SHA-256 of each address at which a browser of this user shows reminders. */
const Devices = Type.Object({ key: Type.String(), marks: Type.Array(Type.String()) })

export const push = {
  show: route('GET /api/message/push', {
    access: 'user',
    summary: 'Browsers that show reminders, and the key to subscribe one with',
    input: Nothing,
    output: Devices,
  }),
  start: route('POST /api/message/push', {
    access: 'user',
    summary: 'Show reminders in this browser until it signs out',
    input: Strict({
      endpoint: Type.String({ pattern: '^https://', maxLength: limits.pushAddressMax }),
      p256dh: Type.String({ pattern: '^[A-Za-z0-9_-]{87}$' }),
      auth: Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' }),
    }),
    output: Devices,
    errors: ['push.refused'],
  }),
  stop: route('POST /api/message/push/stop', {
    access: 'user',
    summary: 'No more reminders in one browser',
    input: Strict({ mark: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }) }),
    output: Devices,
  }),
}
