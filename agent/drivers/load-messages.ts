import { loadFileDescriptorSetFromBuffer, loadSync, type MessageTypeDefinition } from '@grpc/proto-loader'
import path from 'node:path'

export type Message = MessageTypeDefinition<object, object>

/** Descriptors by file name, in base64. `scripts/build-agent.ts` sets it: the bundle has no .proto files beside it. */
declare const INLINED_MESSAGES: Record<string, string> | undefined

const options = { longs: Number }

/** The messages of a .proto file of this folder, by name. */
export function loadMessages(file: string): (name: string) => Message {
  const definitions = (typeof INLINED_MESSAGES === 'undefined'
    ? loadSync(path.join(import.meta.dirname, file), options)
    : loadFileDescriptorSetFromBuffer(Buffer.from(INLINED_MESSAGES[file]!, 'base64'), options)) as unknown as Record<
    string,
    Message
  >
  return (name) => {
    const message = definitions[`engine.${name}`]
    if (!message) throw new Error(`${file} has no ${name}`)
    return message
  }
}
