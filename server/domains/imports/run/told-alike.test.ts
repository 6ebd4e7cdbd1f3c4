import { expect, test } from 'vitest'

import { makeImportDesk, panelPlan, served } from '../../../test/build/panels/import-desk.ts'
import { nodeRows } from '../../../test/build/panels/node-kinds.ts'
import { ODD_TOLD } from '../../../test/build/panels/odd-told-by-panels.ts'
import { panelUser } from '../../../test/build/panels/rows.ts'
import type { PanelName } from '../../../test/build/panels/schemas.ts'
import { TOLD } from '../../../test/build/panels/told-by-panels.ts'
import { meaningOfClash, meaningOfSingBox, meaningOfUri, type NodeMeaning } from '../../../test/look/node-meaning.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { clashProxy } from '../../feeds/clash-proxy.ts'
import { singBoxKnows, singBoxOutbound } from '../../feeds/sing-box-outbound.ts'
import { clientPlace } from '../../lines/connection/client-place.ts'
import type { ClientLine } from '../../lines/connection/types.ts'
import { lineUri } from '../../lines/connection/uri.ts'

const app = await makeApp()
const { db } = app
const { newReseller, run } = makeImportDesk(app)
const UUID = String(panelUser(1)['uuid'])

const FORMATS: Record<string, (line: ClientLine) => NodeMeaning | null> = {
  uri: (line) => meaningOfUri(lineUri(line)),
  clash: (line) => meaningOfClash(clashProxy(line, 'mihomo')),
  singBox: (line) => (singBoxKnows(line) ? meaningOfSingBox(singBoxOutbound(line)) : null),
}

/** Per kind and format, the settings that clients are told otherwise than by the panel. */
async function compare(panel: PanelName) {
  const resellerId = await newReseller()
  const v2_plan = [panel === 'xboard' ? { ...panelPlan, prices: '{"monthly":30}' } : panelPlan]
  const { source } = await run(resellerId, { ...nodeRows(panel), v2_user: [panelUser(1, served)], v2_plan }, { panel })
  const rows = await db.kysely.selectFrom('nodes').selectAll().where('resellerId', '=', resellerId).execute()
  // Names and ports are of the whole installation.
  await db.kysely.updateTable('nodes').set({ removedAt: new Date() }).where('resellerId', '=', resellerId).execute()
  const owner = { resellerId, accountId: 1 }
  const lines = new Map(
    rows.map((row) => [row.name, clientPlace({ ...row, credential: UUID } as unknown as ClientLine, owner)]),
  )
  const outcomes = new Map(source.outcomes.nodes.map(({ name, becomes, why }) => [name, [becomes, ...why].join(' | ')]))
  const found: Record<string, string> = {}
  for (const [name, outcome] of outcomes) {
    const line = lines.get(name)
    const told = Object.entries(TOLD[panel][name] ?? ODD_TOLD[panel][name] ?? {}).flatMap(([formats, text]) =>
      formats.split(' ').map((format) => [format, text] as const),
    )
    if (Boolean(line) === outcome.startsWith('left')) throw new Error(`${name} is not what the list says: ${outcome}`)
    const others = !line ? [] : told.map(([format, text]) => difference(format, text, FORMATS[format]!(line), name))
    found[name] = [outcome, ...others.filter(Boolean)].join(' | ')
  }
  return found
}

function difference(format: string, text: string, ours: NodeMeaning | null, name: string): string {
  if (ours === null) return `${format} has none`
  const words = (meaning: NodeMeaning) =>
    Object.entries(meaning).map(([key, value]) => {
      const plain = value
        .replaceAll(UUID, '*')
        .replace(`${name}.example.com`, '@')
        .replace(/^true$/, '1')
      return `${key}=${key === 'publicKey' ? '#' : plain}`
    })
  const [there, here] = [
    new Set([...text.split(' '), ...(text.includes('address=') ? [] : ['address=@'])]),
    new Set(words(ours)),
  ]
  const missing = [...there].filter((word) => !here.has(word)).map((word) => `-${word}`)
  const more = [...here].filter((word) => !there.has(word)).map((word) => `+${word}`)
  return missing.length + more.length === 0 ? '' : [format, ...missing, ...more].join(' ')
}

const LEFT_BY_OLD = {
  'vmess-tcp-http': 'left | header http of tcp',
  'vmess-kcp': 'left | network kcp',
  'vmess-h2': 'left | network h2',
  'ss-aes-192': 'left | cipher aes-192-gcm',
  'ss-obfs': 'left | obfs http of shadowsocks',
  'hysteria-one': 'left | protocol hysteria 1',
  // The panels give clients an empty name.
  'vmess-service': 'left | settings.serviceName needed with grpc',
  'vmess-range': 'comesWithout | its range of ports: the first one is taken',
}
const RANGE = 'comesWithout | its range of ports: the first one is taken'
const MULTIPLEX = 'comesWithout | multiplex | clash -multiplex=on | singBox -multiplex=on'
/** What no import could make whole. */
const HALF_MADE = {
  'vless-half': 'left | encryption of vless',
  'hysteria-no-password': 'left | obfs of hysteria2 without a password',
}
/** The panels' document of clients that cannot do it: a line that connects to nothing. */
const NONE_FOR_SING_BOX = 'comes | singBox has none'
const SPEEDS = 'comesWithout | speeds as clients had them: here what it sends is what they receive'
const NO_ECH = 'comesWithout | ECH'
const LESS_BY_PANEL = 'comes | uri +insecure=1'
const UPGRADE = '+network=httpupgrade +path=/u +host=cdn.example.com'
const UPGRADE_BARE = '+network=httpupgrade +path=/ +host=sni.example.com'

/** Which kinds are not told alike, with what the list says of them and, by format, what the panel tells (-) and what we do (+). */
const OTHERS: Record<PanelName, Record<string, string>> = {
  v2board: {
    ...LEFT_BY_OLD,
    'ss-chacha': RANGE,
    'vmess-ws-early': 'comesWithout | early data | uri -early=2048 +insecure=1 | clash -early=2048',
    // The panel's links leave out what its other documents say of the node.
    'vmess-tcp-tls': LESS_BY_PANEL,
    'vmess-ws-tls': LESS_BY_PANEL,
    'vmess-grpc': LESS_BY_PANEL,
  },
  fork: {
    ...LEFT_BY_OLD,
    'ss-chacha': RANGE,
    'vless-http': 'left | header http of tcp',
    'vless-kcp': 'left | network kcp',
    'vless-direct': 'left | flow xtls-rprx-direct',
    ...HALF_MADE,
    'ss-chacha-2022': 'left | cipher 2022-blake3-chacha20-poly1305',
    'node-anytls-ws': 'left | network ws of anytls',
    'node-trojan-ech': `${NO_ECH} | uri -ech=on | clash -ech=on | singBox -ech=on`,
    'vless-encrypted': NONE_FOR_SING_BOX,
    'node-vless-encrypted': NONE_FOR_SING_BOX,
    'node-trojan-reality': 'left | reality of trojan',
    'node-anytls-reality': 'left | reality of anytls',
    'node-ss-obfs': 'left | network http of shadowsocks',
    'anytls-own': 'comesWithout | its padding scheme',
    'hysteria-two': `${SPEEDS} | clash +up=200 +down=100 | singBox +up=200 +down=100`,
    'node-hysteria': `${SPEEDS} | clash +up=200 +down=100 | singBox +up=200 +down=100`,
    'tuic-odd': [
      'comesWithout | congestion control new_reno: bbr is taken | UDP by quic | connecting without a server name',
      'connecting without a round trip',
      'uri -congestion=new_reno -disableSni=1 -relay=quic +congestion=bbr',
      'clash -congestion=new_reno -disableSni=1 -relay=quic -zeroRtt=1 +congestion=bbr',
      'singBox -congestion=new_reno -relay=quic +congestion=bbr',
    ].join(' | '),
    'vless-ech': `${NO_ECH} | uri -ech=on | clash -ech=on | singBox -ech=on`,
    'vless-ech-own': `${NO_ECH} | uri -ech=on | clash -ech=on | singBox -ech=on`,
    'vless-udp443': [
      'comesWithout | udp443 of its flow',
      ...['uri', 'clash', 'singBox'].map((format) => `${format} -flow=xtls-rprx-vision-udp443 +flow=xtls-rprx-vision`),
    ].join(' | '),
    'vless-ws-vision': [
      'comesWithout | its flow, which is only for tcp',
      ...['uri', 'clash', 'singBox'].map((format) => `${format} -flow=xtls-rprx-vision`),
    ].join(' | '),
    'vless-xhttp-extra': 'comesWithout | extra of xhttp | uri -extra={"xPaddingBytes":"100-1000"} | singBox has none',
    'vmess-ws-early': 'comesWithout | early data | uri -early=2048 | clash -early=2048 | singBox -early=2048',
    'vless-xhttp': NONE_FOR_SING_BOX,
    // Here the panel forgets the transport, a server name and ports.
    'vless-upgrade': `comes | clash ${UPGRADE} | singBox ${UPGRADE}`,
    'vmess-upgrade': `comes | clash ${UPGRADE} | singBox ${UPGRADE}`,
    'vless-upgrade-bare': `comes | clash ${UPGRADE_BARE} | singBox ${UPGRADE_BARE}`,
    'node-trojan-upgrade': [
      'comes | uri -host=sni.example.com -path=/ +path=/u +host=cdn.example.com',
      `clash ${UPGRADE} | singBox ${UPGRADE}`,
    ].join(' | '),
    'vmess-xhttp': 'comes | clash +network=xhttp +path=/u +host=cdn.example.com +mode=packet-up | singBox has none',
    'node-hops': 'comes | singBox +ports=20000-30000,40000',
    'node-vmess': 'comes | clash -sni=@ +sni=sni.example.com',
    'hysteria-hops': 'comes | singBox -ports=20000-30000 +ports=20000-30000,40000',
  },
  xboard: {
    'vmess-http': 'left | header http of tcp',
    'vmess-h2': 'left | network h2',
    'trojan-reality': 'left | reality of trojan',
    'ss-plugin': 'left | plugin obfs-local of shadowsocks',
    'hysteria-one': 'left | protocol hysteria 1',
    'tuic-four': 'left | version 4 of tuic',
    'socks-five': 'left | protocol socks',
    'naive-one': 'left | protocol naive',
    'http-one': 'left | protocol http',
    'mieru-one': 'left | protocol mieru',
    'ss-range': RANGE,
    'anytls-own': 'comesWithout | its padding scheme',
    'anytls-ech': `${NO_ECH} | clash -ech=on | singBox -ech=on`,
    'vless-ech': `${NO_ECH} | clash -ech=on | singBox -ech=on`,
    ...HALF_MADE,
    'vmess-mux': MULTIPLEX,
    'vless-mux': MULTIPLEX,
    'trojan-mux': MULTIPLEX,
    'vmess-service': LEFT_BY_OLD['vmess-service'],
    'vless-h2': 'left | network h2',
    'vless-kcp': 'left | network kcp',
    'ss-obfs-old': 'left | obfs http of shadowsocks',
    'vless-encrypted': NONE_FOR_SING_BOX,
    'vmess-xhttp': 'comesWithout | extra of xhttp | uri -extra={"xPaddingBytes":"1-9"}',
    'hysteria-words': `${SPEEDS} | clash -up=10 +down=10 | singBox -up=10 +down=10`,
    'tuic-reno': [
      'comesWithout | congestion control new_reno: bbr is taken | UDP by quic',
      ...['uri', 'clash', 'singBox'].map((format) => `${format} -congestion=new_reno -relay=quic +congestion=bbr`),
    ].join(' | '),
    'hysteria-two': `${SPEEDS} | clash -down=200 -up=100 +up=200 +down=100 | singBox -down=200 -up=100 +up=200 +down=100`,
    // These say less in one document of the panel than in its others.
    'vmess-ws': LESS_BY_PANEL,
    'vless-bare-reality': LESS_BY_PANEL,
    'vmess-upgrade': `${LESS_BY_PANEL} | clash -host=sni.example.com +host=@`,
    'hysteria-hops': 'comes | singBox +ports=20000-30000 +hop=30',
  },
}

test.each(['v2board', 'fork', 'xboard'] as const)(
  'clients of %s are told the same of a node, or the list says what not',
  async (panel) => {
    const found = await compare(panel)
    const kinds = Object.values(nodeRows(panel)).flatMap((rows) => rows.map(({ name }) => String(name)))
    expect(Object.keys(found).toSorted()).toEqual(kinds.toSorted())
    expect(Object.fromEntries(Object.entries(found).filter(([, says]) => says !== 'comes'))).toEqual(OTHERS[panel])
  },
)
