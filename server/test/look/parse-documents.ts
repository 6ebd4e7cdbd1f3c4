import { parseDocument } from 'yaml'

/** Names and references of one document in any format. `proxies` holds only the lines. */
export type ReadDocument = { proxies: Record<string, unknown>[]; names: string[]; groups: Group[]; final: string }
type Group = { name: string; type: string; members: string[] } & Record<string, unknown>

const CLASH_BUILT_IN = ['DIRECT', 'REJECT']

/** Clash and Mihomo refuse a document for any of these; the schema notices none of them. */
export function readClash(text: string): ReadDocument {
  // Clients read version 1.1: a text with another meaning there is an error here.
  const parsed = parseDocument(text, { version: '1.1', uniqueKeys: true, strict: true })
  if (parsed.errors.length > 0 || parsed.warnings.length > 0) throw new Error(String(parsed.errors[0]))
  const config = parsed.toJS() as {
    proxies: Record<string, unknown>[]
    'proxy-groups': ({ name: string; type: string; proxies: string[] } & Record<string, unknown>)[]
    rules: string[]
  }
  const groups = config['proxy-groups'].map((group) => ({ ...group, members: group.proxies }))
  const names = config.proxies.map((proxy) => proxy['name'] as string)
  const targets = [...names, ...groups.map((group) => group.name), ...CLASH_BUILT_IN]
  expectReferences(targets, groups)
  for (const rule of config.rules) {
    const words = rule.split(',')
    const target = words[words[0] === 'MATCH' ? 1 : 2] ?? ''
    if (!targets.includes(target)) throw new Error(`A rule leads to ${target}`)
  }
  const [last = '', udp] = config.rules.slice(-2)
  if (!last.startsWith('MATCH,')) throw new Error('The last rule but one does not match everything')
  if (udp !== 'MATCH,REJECT') throw new Error('Datagrams of a line without UDP leave beside the tunnel')
  return { proxies: config.proxies, names, groups, final: last.slice('MATCH,'.length) }
}

type Outbound = Record<string, unknown> & { type: string; tag: string; outbounds?: string[]; default?: string }

export function readSingBox(text: string): ReadDocument {
  const config = JSON.parse(text) as {
    dns: { servers: { tag: string; detour?: string }[]; rules: { server: string }[]; final: string }
    outbounds: Outbound[]
    route: { rules: { outbound?: string }[]; final: string; default_domain_resolver: string }
  }
  const tags = config.outbounds.map((outbound) => outbound.tag)
  const groups = config.outbounds
    .filter((outbound) => outbound.outbounds)
    .map((group) => ({ ...group, name: group.tag, members: group.outbounds ?? [] }))
  expectReferences(tags, groups)
  for (const group of groups) if (group.default !== undefined) expectIn(group.members, group.default)
  for (const rule of config.route.rules) if (rule.outbound !== undefined) expectIn(tags, rule.outbound)
  expectIn(tags, config.route.final)
  const servers = config.dns.servers.map((server) => server.tag)
  for (const server of [config.dns.final, config.route.default_domain_resolver]) expectIn(servers, server)
  for (const rule of config.dns.rules) expectIn(servers, rule.server)
  for (const server of config.dns.servers) if (server.detour !== undefined) expectIn(tags, server.detour)
  const proxies = config.outbounds.filter((outbound) => !outbound.outbounds && outbound.type !== 'direct')
  return { proxies, names: proxies.map((proxy) => String(proxy['tag'])), groups, final: config.route.final }
}

export type SurgeDocument = ReadDocument & { managed: string }
const SURGE_BUILT_IN = ['DIRECT', 'REJECT']

export function readSurge(text: string): SurgeDocument {
  const [managed = '', ...lines] = text.split('\n')
  const sections = new Map<string, string[]>()
  let current: string[] | null = null
  for (const line of lines.filter(Boolean)) {
    const name = /^\[(.+)\]$/.exec(line)?.[1]
    if (name) sections.set(name, (current = []))
    else if (!current || /^[#;/]/.test(line)) throw new Error(`A line of no section: ${line}`)
    else current.push(line)
  }
  const proxies = (sections.get('Proxy') ?? []).map(readSurgeProxy)
  const groups = (sections.get('Proxy Group') ?? []).map((line) => {
    const { name, words } = splitSurge(line)
    const [type = '', ...rest] = words
    return { name, type, members: rest.filter((word) => !word.includes('=')), options: rest.join() }
  })
  const names = proxies.map((proxy) => proxy.name)
  const targets = [...names, ...groups.map((group) => group.name), ...SURGE_BUILT_IN]
  expectReferences(targets, groups)
  const rules = (sections.get('Rule') ?? []).map((line) => line.split(','))
  for (const rule of rules) expectIn(targets, rule[rule[0] === 'FINAL' ? 1 : 2] ?? '')
  const last = rules.at(-1) ?? []
  if (last[0] !== 'FINAL') throw new Error('The last rule does not match everything')
  return { proxies, names, groups, final: last[1] ?? '', managed }
}

export type SurgeProxy = { name: string; type: string; host: string; port: string; params: Record<string, string> }

export function readSurgeProxy(line: string): SurgeProxy {
  const { name, words } = splitSurge(line)
  const [type = '', host = '', port = '', ...rest] = words
  if (!/^\d+$/.test(port) || !/^[A-Za-z0-9.:-]+$/.test(host)) throw new Error(`Not a proxy: ${line}`)
  return { name, type, host, port, params: pairsOf(rest) }
}

function splitSurge(line: string): { name: string; words: string[] } {
  const [, name = '', rest = ''] = /^([^=,"]+?) = (.+)$/.exec(line) ?? []
  if (!name) throw new Error(`Neither a proxy nor a group: ${line}`)
  return { name, words: rest.split(', ') }
}

export type ListedNode = {
  name: string
  type: string
  host: string
  port: string
  credential: string
  params: Record<string, string>
}

/** `name = type,host,port,…,"credential",key=value…`; values may stand in quotes. */
export function readLoonNode(line: string): ListedNode {
  const [, name = '', rest = ''] = /^([^=,"]+?) = (.+)$/.exec(line) ?? []
  const [type = '', host = '', port = '', ...words] = rest.split(',')
  const at = words.findIndex((word) => /^"[^"]+"$/.test(word))
  if (!name || !/^\d+$/.test(port) || at === -1) throw new Error(`Not a node: ${line}`)
  const credential = words[at]!.slice(1, -1)
  return {
    name,
    type: type.toLowerCase(),
    host,
    port,
    credential,
    params: pairsOf(words.slice(at + 1).map((word) => word.replaceAll('"', ''))),
  }
}

/** `type=host:port, key=value…, tag=name`. */
export function readQuantumultXServer(line: string): ListedNode {
  const [head = '', ...words] = line.split(', ')
  const [, type = '', host = '', port = ''] = /^([a-z]+)=\[?([\w.:-]+?)\]?:(\d+)$/.exec(head) ?? []
  const { tag: name = '', password: credential = '', ...params } = pairsOf(words)
  if (!type || !name || !credential || words.at(-1) !== `tag=${name}`) throw new Error(`Not a server: ${line}`)
  return { name, type, host, port, credential, params }
}

function pairsOf(words: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {}
  for (const word of words) {
    const [, key = '', value = ''] = /^([a-zA-Z\d-]+)=(.+)$/.exec(word) ?? []
    if (!key || key in params) throw new Error(`Not a parameter: ${word}`)
    params[key] = value
  }
  return params
}

const SIP008_KEYS = ['id', 'method', 'password', 'remarks', 'server', 'server_port']

/** After https://shadowsocks.org/doc/sip008.html; no existing parser was found. */
export function readSip008(text: string): Record<string, unknown>[] {
  const document = JSON.parse(text) as Record<string, unknown> & { servers: Record<string, unknown>[] }
  if (document['version'] !== 1 || !Array.isArray(document.servers)) throw new Error('Not version 1')
  for (const key of ['bytes_used', 'bytes_remaining']) {
    if (!Number.isSafeInteger(document[key]) || Number(document[key]) < 0) throw new Error(`${key} is no count`)
  }
  for (const server of document.servers) {
    if (Object.keys(server).sort().join() !== SIP008_KEYS.join()) throw new Error(`Keys: ${Object.keys(server).join()}`)
    if (!/^[0-9a-f-]{36}$/.test(String(server['id']))) throw new Error('An id is no UUID')
    if (!Number.isInteger(server['server_port'])) throw new Error('A port is no number')
    if (String(server['server']).includes('[')) throw new Error('An address stands in brackets')
  }
  expectUnique(document.servers.map((server) => String(server['id'])))
  return document.servers
}

function expectReferences(targets: readonly unknown[], groups: readonly Group[]): void {
  // A reader of older YAML takes `yes` as a boolean, not a name.
  const names = targets.filter((target) => typeof target === 'string')
  if (names.length !== targets.length) throw new Error(`A name is no text among ${targets.join(' | ')}`)
  expectUnique(names)
  for (const group of groups) {
    if (group.members.length === 0) throw new Error(`The group ${group.name} is empty`)
    for (const member of group.members) expectIn(names, member)
    if (group.members.includes(group.name)) throw new Error(`The group ${group.name} holds itself`)
  }
}

function expectUnique(names: readonly string[]): void {
  if (new Set(names).size !== names.length) throw new Error(`A name stands twice among ${names.join(' | ')}`)
}

function expectIn(targets: readonly string[], name: string): void {
  if (!targets.includes(name)) throw new Error(`Nothing is called ${name}`)
}
