import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const folder = path.join(import.meta.dirname, '..', '..', '..', 'scripts', 'parsers')
const load = createRequire(path.join(folder, 'package.json'))

// Schemas of other projects: ignore their style mistakes.
const lenient = { strict: false, validateFormats: false } as const

export const hasParsers = existsSync(path.join(folder, 'node_modules', 'surgio'))

/** A node as surgio reads it. */
export type SurgioNode = Record<string, unknown> & { nodeName: string; type: string }
type Surgio = {
  parseSSUri(uri: string): SurgioNode
  parseTrojanUri(uri: string): SurgioNode
  parseVmess(json: string): SurgioNode | undefined
  parseClashConfig(proxies: unknown[]): SurgioNode[]
  getSurgeNodes(nodes: SurgioNode[]): string
  parseSubscriptionUserInfo(text: string): { upload: number; download: number; total: number; expire: number }
}

export function loadSurgio(): Surgio {
  // The package does not export these, so load them by file.
  const from = (file: string) => load(path.join(folder, 'node_modules', 'surgio', 'build', file))
  return {
    parseSSUri: from('utils/ss.js').parseSSUri,
    parseTrojanUri: from('utils/trojan.js').parseTrojanUri,
    parseVmess: (json) => from('provider/V2rayNSubscribeProvider.js').parseJSONConfig(json, false),
    parseClashConfig: from('provider/ClashProvider.js').parseClashConfig,
    getSurgeNodes: from('utils/surge.js').getSurgeNodes,
    parseSubscriptionUserInfo: from('utils/subscription.js').parseSubscriptionUserInfo,
  }
}

export type Complaints = (document: unknown) => ErrorObject[]

/** Validates a document with Mihomo's JSON schema and returns its complaints. */
export function loadMihomoSchema(): Complaints {
  return complaints(new Ajv(lenient).compile(load('meta-json-schema/schemas/meta-json-schema.json')))
}

/**
 * Use the JSON schema, which notices unknown keys; the zod schema of the same package throws on any DNS server of
 * version 1.12.
 */
export function loadSingBoxSchema(): Complaints {
  const text = readFileSync(load.resolve('@black-duty/sing-box-schema/schema.json'), 'utf8')
  // Older drafts named a schema by `id`, which is an error in this one.
  const schema = JSON.parse(text, (key, value) => (key === 'id' && typeof value === 'string' ? undefined : value))
  return complaints(new Ajv2020(lenient).compile(schema))
}

function complaints(isValid: ValidateFunction): Complaints {
  return (document) => (isValid(document) ? [] : (isValid.errors ?? []))
}
