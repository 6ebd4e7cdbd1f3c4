import { protocols } from '../../contract/node-settings.ts'
import { is2022 } from '../../contract/shadowsocks-2022.ts'
import type { NodeWish } from '../domains/nodes/node-fields.ts'
import { mergeSecrets, type SecretsChange } from '../domains/nodes/node-secrets.ts'
import type { NodeChange } from '../domains/nodes/operator.ts'
import { UsageError } from './command.ts'
import { oneOf, readKeyFile, readLanguages, someOf } from './read-options.ts'

type Place = { name: string | null; region: string | null; address: string | null; port: number | null }
type Fields = {
  'name-zh-tw': string | null
  'name-en': string | null
  rate: number | null
  capacity: number | null
  speed: number | null
  suits: string | null
  settings: string | null
  'reality-key-file': string | null
  'decryption-file': string | null
} & Routes
type Routes = Record<RouteOption, string | null>

const ROUTES = {
  'block-bittorrent': 'blockBittorrent',
  'block-ports': 'blockPorts',
  'block-addresses': 'blockAddresses',
  'block-names': 'blockNames',
  dns: 'dns',
} as const
type RouteOption = keyof typeof ROUTES

export function readWish(
  values: { [K in keyof Place]: NonNullable<Place[K]> } & Fields & {
      protocol: string
      connection: string | null
      reseller: number | null
    },
): NodeWish {
  const { name, region, address, port } = values
  const { settings: given = {}, secrets, ...change } = readChange(values)
  const settings = withRoutes(given, values)
  const isOurs = (values.connection ?? 'agent') === 'agent'
  return {
    names: {},
    ratePercent: 100,
    capacity: 1000,
    speedMbps: 1000,
    suits: [],
    ...change,
    secrets: mergeSecrets(null, secrets, settings),
    settings:
      values.protocol === 'shadowsocks' ? { ...defaultShadowsocks(isOurs, settings['cipher']), ...settings } : settings,
    name,
    region,
    address,
    port,
    resellerId: values.reseller,
    protocol: oneOf('protocol', values.protocol, protocols),
    connection: oneOf('connection', values.connection ?? 'agent', ['agent', 'uniproxy']),
  }
}

/**
 * v2ray does what docs/agent.md promises; shadowsocks-libev is for operators who ask for it. Ciphers of 2022 only Xray
 * has, which the agent takes by itself.
 */
function defaultShadowsocks(isOurs: boolean, cipher: unknown): Record<string, unknown> {
  return { cipher: 'chacha20-ietf-poly1305', ...(isOurs && !is2022(cipher) ? { engine: 'v2ray' } : {}) }
}

/** The settings with the options for routing that are given. */
function withRoutes(settings: Record<string, unknown>, values: Routes): Record<string, unknown> {
  const given = Object.entries(ROUTES).flatMap(([option, setting]) => {
    const value = values[option as RouteOption]
    if (!value || (option === 'block-bittorrent' && value === 'no')) return []
    return [[setting, option === 'block-bittorrent' ? oneOf(option, value, ['yes']) === 'yes' : value]]
  })
  return { ...settings, ...Object.fromEntries(given) }
}

/** Only the given options; the rest stays unchanged. */
function readChange(values: Place & Fields): NodeChange {
  const { name, region, address, port, rate, capacity, speed, suits, settings } = values
  const secrets = {
    ...readSecret('realityPrivateKey', 'reality-key-file', values),
    ...readSecret('decryption', 'decryption-file', values),
  }
  const names = readLanguages(values['name-zh-tw'], values['name-en'])
  const given = {
    name,
    names: Object.keys(names).length > 0 ? names : null,
    region,
    address,
    port,
    capacity,
    ratePercent: rate,
    speedMbps: speed,
    suits: suits === '' ? [] : suits && someOf('suits', suits, ['game', 'video', 'saver']),
    settings: settings === null ? null : readSettings(settings),
    secrets: Object.keys(secrets).length > 0 ? secrets : null,
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))
}

/** An empty name of a file takes the secret away. */
function readSecret(
  secret: keyof SecretsChange,
  option: 'reality-key-file' | 'decryption-file',
  values: Fields,
): SecretsChange {
  const file = values[option]
  return file === null ? {} : { [secret]: file === '' ? null : readKeyFile(option, file).trim() }
}

function readSettings(text: string): Record<string, unknown> {
  try {
    const settings: unknown = JSON.parse(text)
    if (typeof settings === 'object' && settings !== null && !Array.isArray(settings))
      return settings as Record<string, unknown>
  } catch {
    // Reported below, like any other text that is not an object.
  }
  throw new UsageError('--settings must be a JSON object, such as {"network":"ws","path":"/x"}')
}
