import { isIPv4 } from 'node:net'

import { addressToNumber } from './blocked-ranges.ts'
import { openCalls, type Stat, type Typed } from './engine-api.ts'
import { loadMessages } from './load-messages.ts'

const messageOf = loadMessages('xray.proto')

export function typed(type: string, name: string, value: object): Typed {
  return { type: `xray.${type}`, value: messageOf(name).serialize(value) }
}

const handler = '/xray.app.proxyman.command.HandlerService'
const stats = '/xray.app.stats.command.StatsService'
const routing = '/xray.app.router.command.RoutingService'
const paths = {
  AlterInbound: `${handler}/AlterInbound`,
  RemoveInbound: `${handler}/RemoveInbound`,
  GetInboundUsers: `${handler}/GetInboundUsers`,
  GetInboundUsersCount: `${handler}/GetInboundUsersCount`,
  QueryStats: `${stats}/QueryStats`,
  GetUsersStats: `${stats}/GetUsersStats`,
  AddRule: `${routing}/AddRule`,
  RemoveRule: `${routing}/RemoveRule`,
  ListRule: `${routing}/ListRule`,
} as const

export type XrayApi = ReturnType<typeof openXrayApi>
/** New streams of these users, from these addresses or from anywhere, take this outbound. */
export type UserRule = { tag: string; outbound: string; users: readonly string[]; addresses?: readonly string[] }

/** Xray's control socket. */
export function openXrayApi(socket: string) {
  const { call, close } = openCalls(socket, paths, messageOf)
  return {
    alter: (tag: string, operation: Typed) => call('AlterInbound', { tag, operation }),
    removeInbound: (tag: string) => call('RemoveInbound', { tag }),
    /** Names of the users in the engine. Shadowsocks may have one of them twice. */
    users: async (tag: string): Promise<string[]> => {
      const answer = (await call('GetInboundUsers', { tag }, 'UserList')) as { users?: { email: string }[] }
      return (answer.users ?? []).map(({ email }) => email)
    },
    userCount: async (tag: string): Promise<number> => {
      const answer = (await call('GetInboundUsersCount', { tag }, 'UserCount')) as { count?: number }
      return Number(answer.count ?? 0)
    },
    /** Never use `reset`: if the agent died between the answer and its own record, bytes would be lost. */
    stats: async (): Promise<Stat[]> => {
      const answer = (await call('QueryStats', { pattern: 'user>>>' }, 'Stats')) as { stat?: Stat[] }
      return answer.stat ?? []
    },
    /** Addresses of those who are connected now. Loopback is never among them. */
    online: async (): Promise<{ email: string; addresses: string[] }[]> => {
      const answer = (await call('GetUsersStats', {}, 'OnlineUsers')) as {
        users?: { email: string; ips?: { ip: string }[] }[]
      }
      return (answer.users ?? []).map(({ email, ips }) => ({ email, addresses: (ips ?? []).map(({ ip }) => ip) }))
    },
    /** Earlier rules win, and a tag that is there already is refused. */
    addRule: ({ tag, outbound, users, addresses }: UserRule) => {
      const sources = (addresses ?? []).map((address) => ({ custom: { range: rangeOf(address) } }))
      const config = typed('app.router.Config', 'Rules', { rule: [{ tag, outbound, users, sources }] })
      return call('AddRule', { config, append: true })
    },
    removeRule: (tag: string) => call('RemoveRule', { tag }),
    ruleTags: async (): Promise<string[]> => {
      const answer = (await call('ListRule', {}, 'RuleList')) as { rules?: { tag?: string }[] }
      return (answer.rules ?? []).flatMap(({ tag }) => tag || [])
    },
    close,
  }
}

function rangeOf(address: string): { ip: Buffer; prefix: number } {
  const bits = isIPv4(address) ? 32 : 128
  const digits = addressToNumber(address)
    .toString(16)
    .padStart(bits / 4, '0')
  return { ip: Buffer.from(digits, 'hex'), prefix: bits }
}
