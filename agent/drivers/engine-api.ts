import { Client, credentials, type ServiceError } from '@grpc/grpc-js'

import type { loadMessages } from './load-messages.ts'

type MessageOf = ReturnType<typeof loadMessages>
/** A message inside another one, with the name that the engine knows it by. */
export type Typed = { type: string; value: Buffer }
export type Stat = { name: string; value: number }

/** An engine's control socket. Each call is named like the message that it sends. */
export function openCalls<Name extends string>(socket: string, paths: Record<Name, string>, messageOf: MessageOf) {
  const client = new Client(`unix:${socket}`, credentials.createInsecure(), {
    // The default of 4 MB is too small for the counters of about 40,000 users.
    'grpc.max_receive_message_length': 64 * 1024 * 1024,
    'grpc.initial_reconnect_backoff_ms': 50,
    'grpc.max_reconnect_backoff_ms': 200,
  })
  return {
    call: (name: Name, input: object, output = 'Nothing'): Promise<object> =>
      new Promise((resolve, reject) => {
        client.makeUnaryRequest(
          paths[name],
          messageOf(name).serialize,
          messageOf(output).deserialize,
          input,
          { deadline: Date.now() + 5_000 },
          (error: ServiceError | null, value?: object) => (error ? reject(error) : resolve(value ?? {})),
        )
      }),
    close: () => client.close(),
  }
}
