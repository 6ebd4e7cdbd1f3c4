import type { NodeSetup } from '../../contract/node-api.ts'
import { is2022, userKey2022 } from '../../contract/shadowsocks-2022.ts'
import type { EngineUser } from './driver.ts'
import type { Typed } from './engine-api.ts'
import { levelOf, MAIN_TAG, type NamedUser } from './v2ray-config.ts'
import { UUID } from './v2ray-users.ts'
import { typed, type XrayApi } from './xray-api.ts'

const ciphers: Record<string, number> = { 'aes-128-gcm': 5, 'aes-256-gcm': 6, 'chacha20-ietf-poly1305': 7 }

/** Checks each user: one bad entry in the configuration would keep everybody out. */
export function isUsable({ protocol }: NodeSetup, { credential }: EngineUser): boolean {
  return protocol === 'vless' || protocol === 'vmess' ? UUID.test(credential) : credential !== ''
}

/** How the configuration file writes a user. */
export function clientOf({ protocol, settings }: NodeSetup, { credential, mode, email }: NamedUser): object {
  const known = { level: levelOf[mode], email }
  switch (protocol) {
    case 'vless':
      return { ...known, id: credential, ...(settings.flow ? { flow: settings.flow } : {}) }
    case 'vmess':
      return { ...known, id: credential }
    case 'hysteria2':
      return { ...known, auth: credential }
    case 'shadowsocks': {
      const { cipher } = settings
      // Users of a cipher of 2022 name none themselves.
      if (is2022(cipher)) return { ...known, password: userKey2022(cipher, credential) }
      return { ...known, method: cipher, password: credential }
    }
    default:
      return { ...known, password: credential }
  }
}

function accountOf({ protocol, settings }: NodeSetup, { credential }: EngineUser): Typed {
  switch (protocol) {
    case 'vless':
      // The flow must be the one that the client names.
      return typed('proxy.vless.Account', 'VlessAccount', { id: credential, flow: settings.flow ?? '' })
    case 'vmess':
      return typed('proxy.vmess.Account', 'IdAccount', { id: credential })
    case 'hysteria2':
      return typed('proxy.hysteria.account.Account', 'WordAccount', { word: credential })
    case 'shadowsocks': {
      const { cipher: name } = settings
      if (is2022(name))
        return typed('proxy.shadowsocks_2022.Account', 'WordAccount', { word: userKey2022(name, credential) })
      const cipher = ciphers[String(name)]
      if (!cipher) throw new Error('unknown cipher')
      return typed('proxy.shadowsocks.Account', 'PasswordAccount', { password: credential, cipher })
    }
    default:
      return typed('proxy.trojan.Account', 'WordAccount', { word: credential })
  }
}

export async function addUser(api: XrayApi, setup: NodeSetup, user: NamedUser): Promise<void> {
  const known = { level: levelOf[user.mode], email: user.email, account: accountOf(setup, user) }
  await api.alter(MAIN_TAG, typed('app.proxyman.command.AddUserOperation', 'AddUser', { user: known }))
}

export async function removeUser(api: XrayApi, email: string): Promise<void> {
  await api.alter(MAIN_TAG, typed('app.proxyman.command.RemoveUserOperation', 'RemoveUser', { email }))
}
