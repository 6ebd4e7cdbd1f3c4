import { nodeSettings, protocols } from '../../../../contract/node-settings.ts'
import type { Row } from '../reader/row.ts'
import { asRecord, isOn, textOf, type Said } from './read-said.ts'
import { targetOf } from './reality-target.ts'

const NETWORKS = ['tcp', 'ws', 'grpc', 'httpupgrade', 'xhttp']
const CIPHERS: readonly string[] = nodeSettings.shadowsocks.properties.cipher.anyOf.map(({ const: cipher }) => cipher)
const STREAMS = ['vless', 'vmess', 'trojan']
const FLOWS = ['', 'xtls-rprx-vision', 'xtls-rprx-vision-udp443']
const ADDRESS = /^[A-Za-z0-9.:-]{1,253}$/
const PORT = /^\d{1,5}$/
const PORTS = /^\d{1,5}(-\d{1,5})?(,\d{1,5}(-\d{1,5})?)*$/
/** What agents of anytls do by themselves. */
const USUAL_PADDING = [
  'stop=8',
  '0=30-30',
  '1=100-400',
  '2=400-500,c,500-1000,c,500-1000,c,500-1000,c,500-1000',
  '3=9-9,500-1000',
  '4=500-1000',
  '5=500-1000',
  '6=500-1000',
  '7=500-1000',
].join('\n')

export type Known = {
  protocol: string
  address: string
  port: string
  ratePercent: number | null
  routes: number
  said: Said
}
type Test = [what: string, isSo: boolean]

const named = (tests: readonly Test[]) => tests.filter(([, isSo]) => isSo).map(([what]) => what.slice(0, 80))

/** Without these no client of the node connects, so it does not come. */
export function findStops(row: Row, { protocol, address, port, said }: Known): string[] {
  const { network, transport, cipher, obfs, more } = said
  const isStream = STREAMS.includes(protocol)
  const is = (name: string) => protocol === name
  const header = textOf(asRecord(transport['header']), 'type')
  const isKnown = (protocols as string[]).includes(protocol)
  const { name, more: ports } = placeOf(address)
  return named([
    [`protocol ${protocol}`, !isKnown],
    [`network ${network}`, isStream && !NETWORKS.includes(network)],
    [`header ${header} of tcp`, isStream && network === 'tcp' && !['', 'none'].includes(header)],
    [`cipher ${cipher}`, is('shadowsocks') && !CIPHERS.includes(cipher)],
    ['the key of shadowsocks 2022, since created_at cannot be read', is('shadowsocks') && said.lacksKey],
    [`obfs ${obfs} of shadowsocks`, is('shadowsocks') && obfs !== ''],
    ['network http of shadowsocks', is('shadowsocks') && network === 'http'],
    [`plugin ${textOf(more, 'plugin')} of shadowsocks`, is('shadowsocks') && isOn(more['plugin'])],
    [`obfs ${obfs} of hysteria2`, is('hysteria2') && !['', 'salamander'].includes(obfs)],
    ['obfs of hysteria2 without a password', is('hysteria2') && obfs !== '' && said.obfsPassword === ''],
    [`network ${network} of anytls`, is('anytls') && network !== 'tcp'],
    ['encryption of vless', is('vless') && said.lacksHalves],
    [`flow ${said.flow}`, is('vless') && !FLOWS.includes(said.flow)],
    [`reality of ${protocol}`, isKnown && said.security === 'reality' && !is('vless') && !is('vmess')],
    ['version 4 of tuic', is('tuic') && textOf(more, 'version') === '4'],
    [`an address with a port (${name} and ${ports})`, ports !== '' && ADDRESS.test(name)],
    ['an address that is none', !(ports !== '' ? ADDRESS.test(name) : ADDRESS.test(address))],
    [
      `the port "${port}", which is none`,
      !PORTS.test(port) || port.split(/[-,]/).some((each) => !isPort(Number(each))),
    ],
    ['the port of its agent, which is none', row.text('server_port') !== null && !isPort(row.number('server_port'))],
  ])
}

/** The node comes, and these do not. */
export function findLacks(row: Row, { protocol, port, ratePercent, routes, said }: Known): string[] {
  const { transport, more, tls } = said
  const is = (name: string) => protocol === name
  const isStream = STREAMS.includes(protocol)
  const relay = textOf(more, 'udp_relay_mode')
  const padding = textOf(more, 'padding_scheme')
  const isReality = is('vless') && said.security === 'reality'
  const { said: target, usual, target: taken } = targetOf(said)
  const isOwn = is('vmess') && [row.json('rules'), row.json('rulesettings')].some((rules) => isOn(rules))
  return named([
    ['its range of ports: the first one is taken', !is('hysteria2') && !PORT.test(port)],
    ['its rate by the hour', row.flag('rate_time_enable')],
    ['its rate, which has more than two decimals', ratePercent === null],
    ['its route rules', routes > 0 || isOwn],
    ['its DNS', is('vmess') && isOn(row.json('dnssettings'))],
    ['its own outbounds or routes', isOn(row.json('custom_outbounds')) || isOn(row.json('custom_routes'))],
    ['a quota of its own', row.has('type') && row.flag('transfer_enable')],
    ['udp443 of its flow', is('vless') && said.flow.endsWith('-udp443')],
    ['its flow, which is only for tcp', is('vless') && said.flow !== '' && said.network !== 'tcp'],
    ['early data', isStream && /\?ed=\d+$/.test(textOf(transport, 'path'))],
    ['extra of xhttp', isStream && isOn(transport['extra'])],
    ['the PROXY protocol of its agent', isOn(transport['acceptProxyProtocol'])],
    [`its target of REALITY, ${target}: ${usual} is taken`, isReality && target !== usual && taken === null],
    ['the PROXY protocol to its target of REALITY', isReality && isOn(tls['xver'])],
    ['ECH', isEch(tls['ech'])],
    ['multiplex', isOn(asRecord(more['multiplex'])['enabled'])],
    ['certificate settings of its agent', isOn(tls['cert_mode']) || isOn(row.json('cert_config'))],
    ['its padding scheme', is('anytls') && ![USUAL_PADDING, ''].includes(padding)],
    ['speeds as clients had them: here what it sends is what they receive', is('hysteria2') && said.up + said.down > 0],
    [
      `congestion control ${said.congestion}: bbr is taken`,
      is('tuic') && !['', 'bbr', 'cubic'].includes(said.congestion),
    ],
    [`UDP by ${relay}`, is('tuic') && !['', 'native'].includes(relay)],
    ['connecting without a server name', is('tuic') && isOn(more['disable_sni'])],
    ['connecting without a round trip', is('tuic') && isOn(more['zero_rtt_handshake'])],
  ])
}

/** `a.example.com:8443`, or an IPv6 address in brackets. */
function placeOf(address: string): { name: string; more: string } {
  const [, name = address, more = ''] = /^(\[[0-9a-fA-F:]+\]|[^:[\]]+):(\d{1,5})$/.exec(address) ?? []
  return { name: name.replaceAll(/[[\]]/g, ''), more }
}

/** The fork has a word for its kind, Xboard a switch. */
function isEch(said: unknown): boolean {
  return typeof said === 'object' ? isOn(asRecord(said)['enabled']) : isOn(said)
}

function isPort(port: number | null): boolean {
  return port !== null && port >= 1 && port <= 65_535
}
