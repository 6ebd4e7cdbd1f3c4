import { isIPv4 } from 'node:net'

import type { NodeSetup } from '../../contract/node-api.ts'
import type { AppliedUser, EngineUser } from './driver.ts'
import { typed, type V2rayApi } from './v2ray-api.ts'
import { levelOf, MAIN_TAG, shadowsocksTag, type NamedUser } from './v2ray-config.ts'

const ciphers: Record<string, number> = { 'aes-128-gcm': 1, 'aes-256-gcm': 2, 'chacha20-ietf-poly1305': 3 }
export const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** Checks each user: one bad entry in the configuration would keep everybody out. */
export function isUsable({ protocol }: NodeSetup, { credential, port }: EngineUser): boolean {
  if (protocol === 'shadowsocks') return credential !== '' && port !== null
  return protocol === 'trojan' ? credential !== '' : UUID.test(credential)
}

export async function addUser(api: V2rayApi, setup: NodeSetup, user: NamedUser, listen: string): Promise<void> {
  const known = { level: levelOf[user.mode], email: user.email }
  if (setup.protocol === 'shadowsocks') {
    await api.addInbound(shadowsocks(setup, user, known, listen))
    return
  }
  const account =
    setup.protocol === 'trojan'
      ? typed('proxy.trojan.Account', 'PasswordAccount', { password: user.credential })
      : typed(`proxy.${setup.protocol}.Account`, 'IdAccount', { id: user.credential })
  await api.alter(MAIN_TAG, typed('app.proxyman.command.AddUserOperation', 'AddUser', { user: { ...known, account } }))
}

export async function removeUser(
  api: V2rayApi,
  setup: NodeSetup,
  user: AppliedUser & { email: string },
): Promise<void> {
  if (setup.protocol === 'shadowsocks') {
    await api.removeInbound(shadowsocksTag(user))
    return
  }
  const { email } = user
  await api.alter(MAIN_TAG, typed('app.proxyman.command.RemoveUserOperation', 'RemoveUser', { email }))
}

function shadowsocks(setup: NodeSetup, user: EngineUser, known: { level: number; email: string }, listen: string) {
  const port = user.port ?? 0
  const cipher = ciphers[String(setup.settings.cipher)]
  if (!cipher) throw new Error('unknown cipher')
  const account = typed('proxy.shadowsocks.Account', 'PasswordAccount', { password: user.credential, cipher })
  return {
    tag: shadowsocksTag(user),
    receiver: typed('app.proxyman.ReceiverConfig', 'Receiver', {
      ports: { from: port, to: port },
      listen: { ip: bytesOfAddress(listen) },
    }),
    proxy: typed('proxy.shadowsocks.ServerConfig', 'ShadowsocksInbound', {
      user: { ...known, account },
      network: [2, 3],
    }),
  }
}

function bytesOfAddress(listen: string): Buffer {
  if (isIPv4(listen)) return Buffer.from(listen.split('.').map(Number))
  if (listen === '::') return Buffer.alloc(16)
  throw new Error('`listen` in agent.json is an IPv4 address or ::')
}
