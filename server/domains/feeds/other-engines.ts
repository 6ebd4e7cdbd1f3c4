import { isEncrypted, travelsBy } from '../lines/connection/stream.ts'
import type { ClientLine, OtherEngine } from '../lines/connection/types.ts'
import { singBoxKnows } from './sing-box-outbound.ts'

const engines: readonly [OtherEngine, RegExp][] = [
  ['egern', /egern/i],
  ['sing-box', /neko|throne/i],
]

/** The engine of a client that reads Mihomo's documents without Mihomo inside: it carries less than they can say. */
export function otherEngineOf(userAgent: string): OtherEngine | null {
  return engines.find(([, test]) => test.test(userAgent))?.[0] ?? null
}

export function engineKnows(line: ClientLine, engine: OtherEngine | undefined): boolean {
  if (engine === undefined) return true
  if (engine === 'sing-box') return singBoxKnows(line)
  return !isEncrypted(line) && travelsBy(line, line.protocol === 'trojan' ? ['tcp', 'ws'] : ['tcp', 'ws', 'grpc'])
}
