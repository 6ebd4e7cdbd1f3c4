/** What a client is told of a node, in words that all formats share. Settings that say nothing are left out. */
export type NodeMeaning = Record<string, string>

type Json = Record<string, unknown>

export function meaningOfUri(uri: string): NodeMeaning {
  return uri.startsWith('vmess://') ? ofVmessUri(uri) : uri.startsWith('ss://') ? ofShadowsocksUri(uri) : ofUri(uri)
}

function ofVmessUri(uri: string): NodeMeaning {
  const said = JSON.parse(Buffer.from(uri.trim().slice('vmess://'.length), 'base64').toString()) as Json
  const { add, port, net, type, path, host, tls, sni, allowInsecure, mode } = said
  return tidy({
    protocol: 'vmess',
    address: add,
    port,
    network: net,
    security: tls,
    sni,
    insecure: allowInsecure,
    ...(net === 'grpc'
      ? { service: path }
      : {
          path,
          host,
        }),
    mode: net === 'xhttp' ? (mode ?? type) : '',
    header: net === 'tcp' && type !== 'none' ? type : '',
    extra: said['extra'],
  })
}

function ofShadowsocksUri(uri: string): NodeMeaning {
  const [, user = '', place = '', query = ''] = /^ss:\/\/([^@]+)@([^#?/]+)\/?(?:\?([^#]*))?/.exec(uri.trim()) ?? []
  const text = user.includes(':') ? decodeURIComponent(user) : Buffer.from(user, 'base64url').toString()
  const [cipher, ...password] = text.split(':')
  const url = new URL(`http://${place}/`)
  const [plugin = ''] = decodeURIComponent(query.replace(/^plugin=/, '')).split(';')
  const port = url.port || '80'
  return tidy({ protocol: 'ss', address: url.hostname, port, cipher, password: password.join(':'), plugin })
}

function ofUri(uri: string): NodeMeaning {
  const [scheme = '', rest = ''] = uri.trim().split('://')
  const url = new URL(`http://${rest.replace(/\/\?/, '?')}`)
  const query = url.searchParams
  const all = (...names: string[]) => names.map((name) => query.get(name)).find(Boolean) ?? ''
  const isTls = ['trojan', 'hysteria2', 'tuic', 'anytls'].includes(scheme)
  return tidy({
    protocol: scheme,
    address: url.hostname,
    port: url.port || '80',
    network: query.get('type'),
    path: query.get('path'),
    host: query.get('host'),
    service: query.get('serviceName'),
    mode: query.get('type') === 'xhttp' ? query.get('mode') : '',
    security: query.get('security') || (isTls ? 'tls' : ''),
    sni: all('sni', 'peer'),
    insecure: all('allowInsecure', 'allow_insecure', 'insecure'),
    flow: query.get('flow'),
    publicKey: query.get('pbk'),
    shortId: query.get('sid'),
    encryption: query.get('encryption'),
    obfs: query.get('obfs'),
    obfsPassword: query.get('obfs-password'),
    ports: query.get('mport'),
    congestion: query.get('congestion_control'),
    relay: all('udp_relay_mode', 'udp-relay-mode'),
    header: query.get('headerType'),
    disableSni: query.get('disable_sni'),
    ech: query.get('ech') ? 'on' : '',
    extra: query.get('extra'),
  })
}

/** A proxy of Clash's descendants. */
export function meaningOfClash(proxy: Json): NodeMeaning {
  const of = (name: string) => (proxy[name] ?? {}) as Json
  const isUpgrade = of('ws-opts')['v2ray-http-upgrade'] === true
  const headers = (of('ws-opts')['headers'] ?? {}) as Json
  const type = String(proxy['type'])
  const isTls = proxy['tls'] === true || ['trojan', 'hysteria2', 'tuic', 'anytls'].includes(type)
  // Mihomo takes a network that it does not know for tcp.
  const network = proxy['network'] === 'none' ? 'tcp' : proxy['network']
  return tidy({
    protocol: type,
    address: proxy['server'],
    port: proxy['port'],
    network: network === 'http' ? 'tcp' : isUpgrade ? 'httpupgrade' : network,
    header: network === 'http' ? 'http' : '',
    path: of('ws-opts')['path'] ?? of('xhttp-opts')['path'] ?? of('http-opts')['path'],
    host: headers['Host'] ?? of('xhttp-opts')['host'],
    mode: of('xhttp-opts')['mode'],
    service: of('grpc-opts')['grpc-service-name'],
    security: proxy['reality-opts'] === undefined ? (isTls ? 'tls' : '') : 'reality',
    sni: proxy['servername'] ?? proxy['sni'],
    insecure: proxy['skip-cert-verify'],
    flow: proxy['flow'],
    publicKey: of('reality-opts')['public-key'],
    shortId: of('reality-opts')['short-id'],
    encryption: proxy['encryption'],
    cipher: type === 'ss' ? proxy['cipher'] : '',
    password: type === 'ss' ? proxy['password'] : '',
    plugin: proxy['plugin'],
    obfs: proxy['obfs'],
    obfsPassword: proxy['obfs-password'],
    ports: proxy['ports'],
    hop: proxy['hop-interval'],
    up: speed(proxy['up']),
    down: speed(proxy['down']),
    congestion: proxy['congestion-controller'],
    relay: proxy['udp-relay-mode'],
    disableSni: proxy['disable-sni'],
    zeroRtt: proxy['reduce-rtt'],
    ech: of('ech-opts')['enable'] ? 'on' : '',
    multiplex: of('smux')['enabled'] ? 'on' : '',
  })
}

export function meaningOfSingBox(outbound: Json): NodeMeaning {
  const of = (from: Json, name: string) => (from[name] ?? {}) as Json
  const [tls, transport] = [of(outbound, 'tls'), of(outbound, 'transport')]
  const reality = of(tls, 'reality')
  const type = String(outbound['type'])
  const isHttp = transport['type'] === 'http'
  const obfs = of(outbound, 'obfs')
  const host = of(transport, 'headers')['Host'] ?? transport['host']
  const ports = (outbound['server_ports'] as string[] | undefined)
    ?.map((range) => range.replace(/^(\d+):\1$/, '$1').replace(':', '-'))
    .join(',')
  return tidy({
    protocol: type === 'shadowsocks' ? 'ss' : type,
    address: outbound['server'],
    port: outbound['server_port'] ?? /^\d+/.exec(ports ?? '')?.[0],
    network: isHttp ? 'tcp' : transport['type'],
    header: isHttp ? 'http' : '',
    path: transport['path'],
    host: Array.isArray(host) ? host[0] : host,
    service: transport['service_name'],
    security: reality['enabled'] ? 'reality' : tls['enabled'] ? 'tls' : '',
    sni: tls['server_name'],
    insecure: tls['insecure'],
    flow: outbound['flow'],
    publicKey: reality['public_key'],
    shortId: reality['short_id'],
    cipher: outbound['method'],
    password: type === 'shadowsocks' ? outbound['password'] : '',
    plugin: outbound['plugin'],
    obfs: obfs['type'],
    obfsPassword: obfs['password'],
    ports,
    hop: String(outbound['hop_interval'] ?? '').replace('s', ''),
    up: outbound['up_mbps'],
    down: outbound['down_mbps'],
    congestion: outbound['congestion_control'],
    relay: outbound['udp_relay_mode'],
    ech: of(tls, 'ech')['enabled'] ? 'on' : '',
    multiplex: of(outbound, 'multiplex')['enabled'] ? 'on' : '',
  })
}

const speed = (text: unknown) => String(text ?? '').replace(/ Mbps$/, '')

/** As clients take it: an empty name is the address, a path begins with a slash, and what is usual goes without saying. */
function tidy(said: Json): NodeMeaning {
  const all = Object.fromEntries(
    Object.entries(said).map(([name, value]) => [name, value === null || value === undefined ? '' : String(value)]),
  )
  const [path = '/', early] = (all['path'] || '/').split(/\?ed=/)
  const sni = !['', 'none'].includes(all['security'] ?? '') ? all['sni'] || all['address'] : ''
  const isPathful = ['ws', 'httpupgrade', 'xhttp'].includes(all['network'] ?? '')
  const host = isPathful ? all['host'] || sni || all['address'] : ''
  const meaning: Json = {
    ...all,
    address: (all['address'] ?? '').replaceAll(/[[\]]/g, ''),
    sni,
    host,
    path: isPathful ? (path.startsWith('/') ? path : `/${path}`) : '',
    early,
    ports: all['protocol'] === 'hysteria2' ? all['ports'] : '',
  }
  const isUsual = (name: string, value: unknown) =>
    ['', '0', 'false', undefined, USUAL[name]].includes(value as string | undefined)
  return Object.fromEntries(
    Object.entries(meaning).filter(([name, value]) => !isUsual(name, value)) as [string, string][],
  )
}

const USUAL: Record<string, string> = {
  network: 'tcp',
  security: 'none',
  encryption: 'none',
  header: 'none',
  mode: 'auto',
  relay: 'native',
  extra: '[]',
}
