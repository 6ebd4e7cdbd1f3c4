import { Client, credentials, type ServiceError } from '@grpc/grpc-js'
import { loadSync, type MessageTypeDefinition } from '@grpc/proto-loader'
import path from 'node:path'

type Message = MessageTypeDefinition<object, object>
type Typed = { type: string; value: Buffer }

const definitions = loadSync(path.join(import.meta.dirname, 'v2ray.proto'), { longs: Number }) as unknown as Record<
  string,
  Message
>

function messageOf(name: string): Message {
  const message = definitions[`engine.${name}`]
  if (!message) throw new Error(`v2ray.proto has no ${name}`)
  return message
}

export function typed(type: string, name: string, value: object): Typed {
  return { type: `v2ray.core.${type}`, value: messageOf(name).serialize(value) }
}

const handler = '/v2ray.core.app.proxyman.command.HandlerService'
const calls = {
  AlterInbound: `${handler}/AlterInbound`,
  AddInbound: `${handler}/AddInbound`,
  RemoveInbound: `${handler}/RemoveInbound`,
  QueryStats: '/v2ray.core.app.stats.command.StatsService/QueryStats',
} as const

export type Stat = { name: string; value: number }
export type V2rayApi = ReturnType<typeof openV2rayApi>

/** The engine's control socket. All its errors have code 2 and differ only in their text. */
export function openV2rayApi(socket: string) {
  const client = new Client(`unix:${socket}`, credentials.createInsecure(), {
    // The default of 4 MB is too small for the counters of about 40,000 users.
    'grpc.max_receive_message_length': 64 * 1024 * 1024,
    'grpc.initial_reconnect_backoff_ms': 50,
    'grpc.max_reconnect_backoff_ms': 200,
  })
  const call = (name: keyof typeof calls, input: object, output = 'Nothing'): Promise<object> =>
    new Promise((resolve, reject) => {
      client.makeUnaryRequest(
        calls[name],
        messageOf(name).serialize,
        messageOf(output).deserialize,
        input,
        { deadline: Date.now() + 5_000 },
        (error: ServiceError | null, value?: object) => (error ? reject(error) : resolve(value ?? {})),
      )
    })
  return {
    alter: (tag: string, operation: Typed) => call('AlterInbound', { tag, operation }),
    addInbound: (inbound: { tag: string; receiver: Typed; proxy: Typed }) => call('AddInbound', { inbound }),
    removeInbound: (tag: string) => call('RemoveInbound', { tag }),
    /** Never use `reset`: if the agent died between the answer and its own record, bytes would be lost. */
    stats: async (): Promise<Stat[]> => {
      const answer = (await call('QueryStats', { pattern: 'user>>>' }, 'Stats')) as { stat?: Stat[] }
      return answer.stat ?? []
    },
    close: () => client.close(),
  }
}
