import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { createHash } from 'node:crypto'

type Inject = (options: InjectOptions) => Promise<LightMyRequestResponse>
type Node = { nodeId: number; token: string; type?: string }
type Config = Record<string, unknown> & { base_config?: { push_interval: number; pull_interval: number } }
type User = { id: number; uuid: string; speed_limit: number; device_limit: number }
type Traffic = Record<number, [up: number, down: number]>

/*
 * Agents of other panels as their sources behave towards a panel: what they call, where they put their credentials, what
 * they need in an answer, and what they make of a bad one.
 */

const V1 = '/api/v1/server/UniProxy'

/** v2node takes the protocol from the configuration and looks at no status but 304. */
export function makeV2node(inject: Inject, { nodeId, token }: Node) {
  const query = { node_type: 'v2node', node_id: String(nodeId), token }
  let bodyHash = ''
  let etag = ''
  let userEtag = ''
  const agent = {
    /** How often it has torn down its node and dropped every connection. */
    starts: 0,
    config: null as Config | null,
    async pullConfig(): Promise<void> {
      const answer = await inject({ url: '/api/v2/server/config', query, headers: { 'if-none-match': etag } })
      if (answer.statusCode === 304) return
      const hash = createHash('sha256').update(answer.rawPayload).digest('hex')
      if (hash === bodyHash) return
      bodyHash = hash
      etag = String(answer.headers['etag'] ?? '')
      const config = answer.json<Config>()
      checkV2nodeConfig(config)
      agent.config = config
      agent.starts += 1
    },
    /** Null: nothing has changed. */
    async pullUsers(): Promise<User[] | null> {
      const headers = { 'if-none-match': userEtag, 'x-response-format': 'msgpack' }
      const answer = await inject({ url: `${V1}/user`, query, headers })
      if (answer.statusCode === 304) return null
      const { users } = answer.json<{ users: User[] }>()
      if (!Array.isArray(users)) throw new Error('decode user list error: expected "users" array')
      userEtag = String(answer.headers['etag'] ?? '')
      if (users.length === 0) throw new Error('not have any user')
      return users
    },
    push: (traffic: Traffic) => inject({ method: 'POST', url: `${V1}/push`, query, payload: traffic }),
    alive: (online: Record<number, string[]>) => inject({ method: 'POST', url: `${V1}/alive`, query, payload: online }),
  }
  return agent
}

const V2NODE_PROTOCOLS = ['vmess', 'trojan', 'hysteria2', 'tuic', 'anytls', 'vless', 'shadowsocks']
const V2NODE_ORIGINS = ['self', 'file', 'http', 'dns']

/** What would end v2node, or make it serve without TLS or obfuscation. */
function checkV2nodeConfig(config: Config): void {
  const { protocol, listen_ip, tls, tls_settings, network, network_settings, base_config } = config
  const { cert_mode, provider, xver, server_port } = (tls_settings ?? {}) as Record<string, unknown>
  const wrong = [
    [!V2NODE_PROTOCOLS.includes(String(protocol)), `unsupport protocol: ${String(protocol)}`],
    [typeof listen_ip !== 'string' || listen_ip === '', 'panic: index out of range'],
    [typeof base_config?.push_interval !== 'number', 'panic: nil pointer'],
    [tls === 1 && !V2NODE_ORIGINS.includes(String(cert_mode)), 'serves without TLS'],
    [cert_mode === 'dns' && !provider, 'create dns challenge provider error'],
    [tls !== 1 && ['trojan', 'hysteria2', 'tuic', 'anytls'].includes(String(protocol)), 'serves without TLS'],
    [xver !== undefined && typeof xver !== 'string', 'decode node params error: xver'],
    [server_port !== undefined && typeof server_port !== 'string', 'decode node params error: server_port'],
    [
      ['vless', 'vmess', 'trojan', 'anytls'].includes(String(protocol)) && !(network && network_settings),
      'unknown transport protocol',
    ],
    [config['obfs'] === 'salamander' && !config['obfs_password'], 'serves without obfuscation'],
  ] as const
  for (const [isWrong, words] of wrong) if (isWrong) throw new Error(words)
}

/** XrayR and V2bX know the protocol from their own settings and take any status from 400 as a failure. */
export function makeV1Agent(inject: Inject, { nodeId, token, type = 'vless' }: Node) {
  const query = { node_id: String(nodeId), node_type: type, token }
  const get = async <T>(name: string): Promise<T> => {
    const answer = await inject({ url: `${V1}/${name}`, query })
    if (answer.statusCode >= 400) throw new Error(`${answer.statusCode}: ${answer.body}`)
    return answer.json<T>()
  }
  return {
    async pullConfig(): Promise<Config> {
      const config = await get<Config>('config')
      if (!config.base_config) throw new Error('panic: nil pointer')
      if (!(Number(config['server_port']) > 0)) throw new Error('server port must > 0')
      const routes = config['routes'] as { action: string; match: string[] }[]
      if (routes.some(({ match }) => match[0] === undefined)) throw new Error('panic: index out of range')
      return config
    },
    async pullUsers(): Promise<User[]> {
      const { users } = await get<{ users: User[] }>('user')
      if (users.length === 0) throw new Error('users is null')
      return users
    },
    pullAlive: () => get<{ alive: Record<string, number> }>('alivelist'),
    push: (traffic: Traffic) => inject({ method: 'POST', url: `${V1}/push`, query, payload: traffic }),
  }
}

/** Xboard-Node writes its credentials into the bodies of its reports, and adds to the next report what failed. */
export function makeXboardNode(inject: Inject, { nodeId, token, type }: Node) {
  const named = { token, node_id: nodeId, ...(type ? { node_type: type } : {}) }
  const post = async (url: string, payload: object) => {
    const answer = await inject({ method: 'POST', url, payload: { ...payload, ...named } })
    if (answer.statusCode !== 200) throw new Error(`status ${answer.statusCode}: ${answer.body}`)
    return answer
  }
  const get = async <T>(name: string): Promise<T> => {
    const query = { ...named, node_id: String(nodeId) }
    const answer = await inject({ url: `${V1}/${name}`, query })
    if (answer.statusCode !== 200) throw new Error(`status ${answer.statusCode}: ${answer.body}`)
    return answer.json<T>()
  }
  return {
    handshake: async () => (await post('/api/v2/server/handshake', {})).json<Record<string, unknown>>(),
    async pullConfig(): Promise<Config> {
      const config = await get<Config>('config')
      if (!config['protocol']) throw new Error('invalid config: missing protocol')
      if (config['protocol'] === 'hysteria2' && config['version'] !== 2) throw new Error('hysteria version 0')
      return config
    },
    pullUsers: async () => (await get<{ users: User[] }>('user')).users,
    report: (parts: { traffic?: unknown; alive?: unknown; online?: unknown; status?: unknown; metrics?: unknown }) =>
      post('/api/v2/server/report', parts),
    push: (traffic: Traffic) => post(`${V1}/push`, traffic),
    status: (load: object) => post(`${V1}/status`, load),
  }
}
