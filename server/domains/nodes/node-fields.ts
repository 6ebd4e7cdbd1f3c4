import { Ajv, type ErrorObject } from 'ajv'
import { isIP } from 'node:net'
import Type, { type TSchema } from 'typebox'

import { Nullable, ResellerKey } from '../../../contract/fields.ts'
import {
  agentProtocols,
  foreignSettings,
  nodeSettings,
  protocols,
  type Protocol,
} from '../../../contract/node-settings.ts'
import { OTHER_LANGUAGES, type ByLanguage } from '../../platform/text/by-language.ts'

export type NodeSecrets = { realityPrivateKey: string }
export type NodeWish = {
  /** Null: for users of all resellers. */
  resellerId: number | null
  name: string
  /** Names in the languages other than the first. */
  names: ByLanguage
  region: string
  address: string
  port: number
  protocol: Protocol
  connection: 'agent' | 'uniproxy'
  ratePercent: number
  capacity: number
  speedMbps: number
  suits: ('game' | 'video' | 'saver')[]
  settings: Record<string, unknown>
  /** Shown only to the node. */
  secrets: NodeSecrets | null
}

const strict = { additionalProperties: false } as const
const oneOf = (values: readonly string[]) => Type.Union(values.map((value) => Type.Literal(value)))
const Name = Type.String({ minLength: 1, maxLength: 40, pattern: '^[^\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]+$' })
const names = Object.fromEntries(OTHER_LANGUAGES.map((language) => [language, Type.Optional(Name)]))
const fields: Record<keyof NodeWish, TSchema> = {
  resellerId: Nullable(ResellerKey),
  name: Name,
  names: Type.Object(names, strict),
  region: Type.String({ pattern: '^[A-Z]{2}$' }),
  address: Type.String({ pattern: '^[A-Za-z0-9.:-]{1,253}$' }),
  port: Type.Integer({ minimum: 1, maximum: 65_535 }),
  protocol: oneOf(protocols),
  connection: oneOf(['agent', 'uniproxy']),
  ratePercent: Type.Integer({ minimum: 0, maximum: 10_000 }),
  capacity: Type.Integer({ minimum: 1, maximum: 100_000 }),
  speedMbps: Type.Integer({ minimum: 1, maximum: 400_000 }),
  suits: Type.Array(oneOf(['game', 'video', 'saver']), { uniqueItems: true }),
  settings: Type.Object({}),
  secrets: Nullable(Type.Object({ realityPrivateKey: Type.String({ pattern: '^[\\w-]{43}$' }) }, strict)),
}

const ajv = new Ajv({ allErrors: true, strict: true, verbose: true })
const checkFields = ajv.compile<NodeWish>(Type.Object(fields, strict))
const checkSettings = Object.fromEntries(
  Object.entries(nodeSettings).map(([protocol, schema]) => [protocol, ajv.compile(schema as TSchema)]),
) as Record<Protocol, ReturnType<typeof ajv.compile>>

/** Problems by field. Empty when the node can be saved. */
export function findNodeProblems(wish: NodeWish): Record<string, string> {
  if (!checkFields(wish)) return describe(checkFields.errors ?? [], '')
  const check = checkSettings[wish.protocol]
  if (!check(wish.settings)) return describe(check.errors ?? [], 'settings.')
  return findContradictions(wish)
}

type Rule = [isBroken: boolean, field: string, problem: string]
/** Protocols that cannot go without TLS. */
const ALWAYS_TLS: readonly string[] = ['trojan', 'hysteria2', 'tuic', 'anytls'] satisfies Protocol[]

/** Finds settings that are valid alone but contradict each other. */
function findContradictions(wish: NodeWish): Record<string, string> {
  const { protocol, connection, settings, secrets } = wish
  const { network = 'tcp', security, flow } = settings as { network?: string; security?: string; flow?: string }
  const isReality = security === 'reality'
  const isOurs = connection === 'agent'
  const rules: Rule[] = [
    ...certificateRules(wish),
    ...routeRules(wish.settings),
    [
      isOurs && !agentProtocols.some((own) => own === protocol),
      'protocol',
      `our agent runs ${agentProtocols.join(', ')}`,
    ],
    [network === 'ws' && !('path' in settings), 'settings.path', 'needed with ws'],
    [network === 'grpc' && !('serviceName' in settings), 'settings.serviceName', 'needed with grpc'],
    [isOurs && network === 'grpc', 'settings.network', "our agent's engine has tcp and ws"],
    [
      isOurs && (isReality || flow !== undefined),
      'settings.security',
      "our agent's engine has none and tls, without flow",
    ],
    [
      flow !== undefined && (network !== 'tcp' || (!isReality && security !== 'tls')),
      'settings.flow',
      'only tcp with tls or reality',
    ],
    [
      isReality && !('publicKey' in settings && 'sni' in settings),
      'settings.publicKey',
      'reality needs publicKey and sni',
    ],
    [isReality && secrets === null, 'secrets.realityPrivateKey', 'needed with reality'],
    [!isReality && secrets !== null, 'secrets.realityPrivateKey', 'only with reality'],
    [!isOurs && 'engine' in settings, 'settings.engine', 'only for our own agent'],
    ...foreignSettings.map((key): Rule => [isOurs && key in settings, `settings.${key}`, 'only for foreign agents']),
  ]
  return Object.fromEntries(rules.filter(([isBroken]) => isBroken).map(([, field, problem]) => [field, problem]))
}

function certificateRules({ protocol, address, settings }: NodeWish): Rule[] {
  const { certMode, security, sni = address } = settings as { certMode?: string; security?: string; sni?: string }
  const isTls = ALWAYS_TLS.includes(protocol) || security === 'tls'
  const isAsked = certMode === 'http' || certMode === 'dns'
  return [
    [!isTls && (certMode !== undefined || 'certFile' in settings), 'settings.certMode', 'only with tls'],
    [isAsked && isIP(sni) !== 0, 'settings.certMode', 'nobody issues certificates for an address: give it a name'],
    [certMode === 'dns' && !('dnsProvider' in settings), 'settings.dnsProvider', 'needed with dns'],
    [certMode !== 'dns' && 'dnsProvider' in settings, 'settings.dnsProvider', 'only with dns'],
    ['certFile' in settings !== 'keyFile' in settings, 'settings.keyFile', 'certFile and keyFile belong together'],
  ]
}

function routeRules(settings: NodeWish['settings']): Rule[] {
  const { blockPorts = '1', blockAddresses = '::', dns = '::' } = settings as Record<string, string | undefined>
  const isPort = (text: string) => {
    const [from, to = from] = text.split('-').map(Number) as [number, number?]
    return from >= 1 && from <= to && to <= 65_535
  }
  return [
    [!blockPorts.split(',').every(isPort), 'settings.blockPorts', 'ports from 1 to 65535'],
    [!blockAddresses.split(',').every(isNetwork), 'settings.blockAddresses', 'addresses, or networks like 10.0.0.0/8'],
    [isIP(dns) === 0, 'settings.dns', 'an address'],
  ]
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const kind = isIP(address)
  if (kind === 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (kind === 4 ? 32 : 128))
}

function describe(errors: ErrorObject[], prefix: string): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const error of errors) {
    const params = error.params as Record<string, unknown>
    const child = params['missingProperty'] ?? params['additionalProperty']
    const path = [...error.instancePath.split('/').slice(1), ...(typeof child === 'string' ? [child] : [])]
    problems[prefix + path.join('.')] = problemText(error)
  }
  return problems
}

/** Lists the allowed words: the library only says that none fitted. */
function problemText({ keyword, parentSchema, message = keyword }: ErrorObject): string {
  const { anyOf } = (parentSchema ?? {}) as { anyOf?: { const?: unknown }[] }
  const words = anyOf?.flatMap((one) => ('const' in one ? [String(one.const)] : []))
  if (keyword === 'anyOf' && words && words.length > 0) return `must be one of ${words.join(', ')}`
  if (keyword === 'required') return 'is missing'
  return keyword === 'additionalProperties' ? 'is not known here' : message
}
