import { Ajv, type ErrorObject } from 'ajv'
import { isIP } from 'node:net'
import Type, { type TSchema } from 'typebox'

import { Nullable, ResellerKey } from '../../../contract/fields.ts'
import { engineOf, hasOwnPorts, needsXray, usesTls } from '../../../contract/node-engines.ts'
import {
  agentProtocols,
  foreignSettings,
  nodeSettings,
  protocols,
  routeSettings,
  type Protocol,
} from '../../../contract/node-settings.ts'
import { isTarget } from '../../../contract/reality-target.ts'
import { is2022 } from '../../../contract/shadowsocks-2022.ts'
import { Decryption } from '../../../contract/vless-encryption.ts'
import { OTHER_LANGUAGES, type ByLanguage } from '../../platform/text/by-language.ts'
import { belongTogether } from './encryption-pair.ts'
import { fitsCipher } from './server-key.ts'

/** `decryption` is the node's half of `settings.encryption`. */
export type NodeSecrets = { realityPrivateKey?: string; decryption?: string }
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
  secrets: Nullable(
    Type.Object(
      {
        realityPrivateKey: Type.Optional(Type.String({ pattern: '^[\\w-]{43}$' })),
        decryption: Type.Optional(Decryption),
      },
      strict,
    ),
  ),
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

/** Finds settings that are each valid but contradict each other. */
function findContradictions(wish: NodeWish): Record<string, string> {
  const { protocol, connection, settings, secrets } = wish
  const { network = 'tcp', security, flow } = settings as { network?: string; security?: string; flow?: string }
  const isReality = security === 'reality'
  const hasPath = network === 'ws' || network === 'httpupgrade' || network === 'xhttp'
  const isOurs = connection === 'agent'
  const hasKey = secrets?.realityPrivateKey !== undefined
  const engine = engineOf(wish)
  const rules: Rule[] = [
    ...certificateRules(wish),
    ...routeRules(wish.settings),
    ...keyRules(wish),
    ...encryptionRules(wish),
    ...placeRules(wish),
    [
      isOurs && !agentProtocols.some((own) => own === protocol),
      'protocol',
      `our agent runs ${agentProtocols.join(', ')}`,
    ],
    [hasPath && !('path' in settings), 'settings.path', `needed with ${network}`],
    [network !== 'xhttp' && 'xhttpMode' in settings, 'settings.xhttpMode', 'only with xhttp'],
    [network === 'grpc' && !('serviceName' in settings), 'settings.serviceName', 'needed with grpc'],
    [
      isOurs && engine === 'v2ray' && needsXray(wish),
      'settings.engine',
      'v2ray has tcp and ws, no reality, no flow, no encryption and no ciphers of 2022: choose xray',
    ],
    [
      flow !== undefined && (network !== 'tcp' || (!isReality && security !== 'tls' && !('encryption' in settings))),
      'settings.flow',
      'only tcp with tls, reality or encryption',
    ],
    [
      isReality && !('publicKey' in settings && 'sni' in settings),
      'settings.publicKey',
      'reality needs publicKey and sni',
    ],
    [isReality && !hasKey, 'secrets.realityPrivateKey', 'needed with reality'],
    [!isReality && hasKey, 'secrets.realityPrivateKey', 'only with reality'],
    [!isOurs && 'engine' in settings, 'settings.engine', 'only for our own agent'],
    ...foreignSettings.map((key): Rule => [isOurs && key in settings, `settings.${key}`, 'only for foreign agents']),
    ...routeSettings.map((key): Rule => {
      const isUnknown = engine === 'shadowsocks-libev' || (engine === 'hysteria' && key === 'blockBittorrent')
      return [isOurs && isUnknown && key in settings, `settings.${key}`, `${engine} cannot do it`]
    }),
  ]
  return Object.fromEntries(rules.filter(([isBroken]) => isBroken).map(([, field, problem]) => [field, problem]))
}

function certificateRules({ protocol, connection, address, settings }: NodeWish): Rule[] {
  const { certMode, sni = address } = settings as { certMode?: string; sni?: string }
  const isTls = usesTls({ protocol, settings })
  const isAsked = certMode === 'http' || certMode === 'dns'
  return [
    [!isTls && (certMode !== undefined || 'certFile' in settings), 'settings.certMode', 'only with tls'],
    [!isTls && 'certSha256' in settings, 'settings.certSha256', 'only with tls'],
    [
      isAsked && connection === 'agent',
      'settings.certMode',
      'our agent asks nobody for certificates: self (it makes one), or file (named in agent.json)',
    ],
    [
      isAsked && connection !== 'agent' && isIP(sni) !== 0,
      'settings.certMode',
      'nobody issues certificates for an address: give it a name',
    ],
    [certMode === 'dns' && !('dnsProvider' in settings), 'settings.dnsProvider', 'needed with dns'],
    [certMode !== 'dns' && 'dnsProvider' in settings, 'settings.dnsProvider', 'only with dns'],
    ['certFile' in settings !== 'keyFile' in settings, 'settings.keyFile', 'certFile and keyFile belong together'],
  ]
}

function keyRules({ settings: { cipher, serverKey } }: NodeWish): Rule[] {
  const isNew = is2022(cipher)
  return [
    [isNew && !fitsCipher(serverKey, cipher), 'settings.serverKey', 'a key in base64 as long as the cipher wants it'],
    [!isNew && serverKey !== undefined, 'settings.serverKey', 'only with ciphers of 2022'],
  ]
}

function encryptionRules({ settings: { encryption }, secrets }: NodeWish): Rule[] {
  const decryption = secrets?.decryption
  return [
    [encryption !== undefined && decryption === undefined, 'secrets.decryption', 'needed with encryption'],
    [encryption === undefined && decryption !== undefined, 'secrets.decryption', 'only with encryption'],
    [
      typeof encryption === 'string' && decryption !== undefined && !belongTogether(encryption, decryption),
      'settings.encryption',
      'does not belong to the decryption: both come from one pair of "xray vlessenc"',
    ],
  ]
}

/** What clients are told of several addresses, names and ports. */
function placeRules(wish: NodeWish): Rule[] {
  const { connection, address, settings } = wish
  const { security, sni = address, serverNames, shortId = '', shortIds, ports = '1' } = settings as Texts
  const { addresses, relayAddress, target } = settings as Texts
  const isReality = security === 'reality'
  const isByPort = connection === 'agent' && hasOwnPorts(wish)
  const repeats = (first: string, others: string | undefined) => {
    const all = [first, ...(others?.split(',') ?? [])].map((text) => text.toLowerCase())
    return new Set(all).size < all.length
  }
  return [
    [repeats(address, addresses), 'settings.addresses', 'each address once, without the first'],
    [relayAddress !== undefined && addresses !== undefined, 'settings.addresses', 'behind a relay clients see only it'],
    ['relayPort' in settings && relayAddress === undefined, 'settings.relayPort', 'needs relayAddress'],
    ['relayPort' in settings && isByPort, 'settings.relayPort', 'each line has its own port: relay the same ones'],
    [!isReality && serverNames !== undefined, 'settings.serverNames', 'only with reality'],
    [!isReality && shortIds !== undefined, 'settings.shortIds', 'only with reality'],
    [target !== undefined && !isTarget(target), 'settings.target', 'a port from 1 to 65535'],
    [!isReality && target !== undefined, 'settings.target', 'only with reality'],
    [repeats(sni, serverNames), 'settings.serverNames', 'each name once, without sni'],
    [repeats(shortId, shortIds), 'settings.shortIds', 'each once, without shortId'],
    [!ports.split(',').every(isPort), 'settings.ports', 'ports from 1 to 65535'],
    ['hopSeconds' in settings && !('ports' in settings), 'settings.hopSeconds', 'needs ports'],
  ]
}

type Texts = Record<string, string | undefined>

function isPort(text: string): boolean {
  const [from, to = from] = text.split('-').map(Number) as [number, number?]
  return from >= 1 && from <= to && to <= 65_535
}

function routeRules(settings: NodeWish['settings']): Rule[] {
  const { blockPorts = '1', blockAddresses = '::', dns = '::' } = settings as Texts
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
