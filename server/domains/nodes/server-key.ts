import { randomBytes } from 'node:crypto'

import { is2022, keyBytes2022 } from '../../../contract/shadowsocks-2022.ts'

type Settings = Record<string, unknown>

/** Makes the node's own key for a cipher of 2022 if none is given. A key from before stays while it fits the cipher. */
export function withServerKey(settings: Settings, before: Settings = {}): Settings {
  const { cipher } = settings
  if (!is2022(cipher) || 'serverKey' in settings) return settings
  const kept = fitsCipher(before['serverKey'], cipher) ? before['serverKey'] : null
  return { ...settings, serverKey: kept ?? randomBytes(keyBytes2022[cipher]).toString('base64') }
}

export function fitsCipher(key: unknown, cipher: keyof typeof keyBytes2022): boolean {
  return typeof key === 'string' && Buffer.from(key, 'base64').length === keyBytes2022[cipher]
}
