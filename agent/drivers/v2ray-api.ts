import { openCalls, type Stat, type Typed } from './engine-api.ts'
import { loadMessages } from './load-messages.ts'

const messageOf = loadMessages('v2ray.proto')

export function typed(type: string, name: string, value: object): Typed {
  return { type: `v2ray.core.${type}`, value: messageOf(name).serialize(value) }
}

const handler = '/v2ray.core.app.proxyman.command.HandlerService'
const paths = {
  AlterInbound: `${handler}/AlterInbound`,
  AddInbound: `${handler}/AddInbound`,
  RemoveInbound: `${handler}/RemoveInbound`,
  QueryStats: '/v2ray.core.app.stats.command.StatsService/QueryStats',
} as const

export type V2rayApi = ReturnType<typeof openV2rayApi>

/** The engine's control socket. All its errors have code 2 and differ only in their text. */
export function openV2rayApi(socket: string) {
  const { call, close } = openCalls(socket, paths, messageOf)
  return {
    alter: (tag: string, operation: Typed) => call('AlterInbound', { tag, operation }),
    addInbound: (inbound: { tag: string; receiver: Typed; proxy: Typed }) => call('AddInbound', { inbound }),
    removeInbound: (tag: string) => call('RemoveInbound', { tag }),
    /** Never use `reset`: if the agent died between the answer and its own record, bytes would be lost. */
    stats: async (): Promise<Stat[]> => {
      const answer = (await call('QueryStats', { pattern: 'user>>>' }, 'Stats')) as { stat?: Stat[] }
      return answer.stat ?? []
    },
    close,
  }
}
