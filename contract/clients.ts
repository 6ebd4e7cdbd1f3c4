import { fillLink, flaggedUrl } from './client-links.ts'
import type { FeedFormat } from './feed-formats.ts'
import type { Protocol } from './node-settings.ts'
import type { System } from './systems.ts'

const every: readonly Protocol[] = ['shadowsocks', 'vmess', 'trojan', 'vless', 'hysteria2', 'tuic', 'anytls']
const without = (...unknown: Protocol[]) => every.filter((protocol) => !unknown.includes(protocol))

/** The protocols that the readers of each format know; some know one over some transports only. */
export const feedFormats: Record<FeedFormat, readonly Protocol[]> = {
  mihomo: every,
  stash: every,
  clash: ['shadowsocks', 'vmess', 'trojan'],
  'sing-box': every,
  surge: without('vless'),
  surfboard: without('vless'),
  loon: without('tuic'),
  'quantumult-x': without('hysteria2', 'tuic'),
  shadowrocket: every,
  sip008: ['shadowsocks'],
  /** The base64 list without what Xray cannot read. */
  xray: without('tuic', 'anytls'),
  base64: every,
}

export type { FeedFormat } from './feed-formats.ts'

export type Client = {
  id: string
  name: string
  systems: readonly System[]
  format: FeedFormat
  /** Link that opens the client with the feed (see client-links.ts); null: it has none, so the address is copied. */
  link: string | null
  /** Link that opens it with a single line; the other clients read only whole documents. */
  lineLink?: string
  /** Background of its mark. */
  colour: string
  /** Id in the App Store, for iPhone, iPad and, without a page, for the Mac. */
  appStore?: number
  /** Page of the project or shop, for the other systems. */
  page?: string
}

/** How the client names itself when it fetches; clients also name others they resemble, but behind their own name. */
type Seed = Client & { agent: RegExp }

const github = (project: string) => `https://github.com/${project}/releases/latest`
const play = (app: string) => `https://play.google.com/store/apps/details?id=${app}`
const desktops = ['windows', 'mac', 'linux'] as const

/**
 * The clients in use, most common first. Verge takes everything behind `url=` as the address, so the address comes last.
 */
export const clients: readonly Seed[] = [
  {
    id: 'clash-verge',
    name: 'Clash Verge',
    systems: desktops,
    format: 'mihomo',
    agent: /^clash-verge\b/i,
    link: 'clash-verge://install-config?name={name}&url={url}',
    colour: '#2563c9',
    page: github('clash-verge-rev/clash-verge-rev'),
  },
  {
    id: 'clash-meta',
    name: 'Clash Meta',
    systems: ['android'],
    format: 'mihomo',
    agent: /^ClashMetaForAndroid\b/i,
    link: 'clashmeta://install-config?name={name}&url={url}',
    colour: '#5a4bc4',
    page: github('MetaCubeX/ClashMetaForAndroid'),
  },
  {
    id: 'clashbox',
    name: 'ClashBox',
    systems: ['harmony'],
    format: 'mihomo',
    agent: /^clashbox\b/i,
    link: 'clashbox://install-config?url={url}',
    colour: '#c2410c',
    page: github('xiaobaigroup/ClashBox'),
  },
  {
    id: 'shadowrocket',
    name: 'Shadowrocket',
    systems: ['ios', 'mac'],
    format: 'shadowrocket',
    agent: /^Shadowrocket\b/i,
    link: 'shadowrocket://add/sub://{url.base64url}?remark={name}',
    lineLink: 'shadowrocket://add/{url}',
    colour: '#3b4fb8',
    appStore: 932_747_118,
  },
  {
    id: 'clash-mi',
    name: 'Clash Mi',
    systems: ['ios', 'android'],
    format: 'mihomo',
    agent: /^Clash ?Mi\b/i,
    link: 'clash://install-config?overwrite=no&name={name}&url={url}',
    colour: '#0f766e',
    appStore: 6_744_321_968,
    page: github('KaringX/clashmi'),
  },
  {
    id: 'flclash',
    name: 'FlClash',
    systems: ['android', ...desktops],
    format: 'mihomo',
    agent: /^FlClash\b/i,
    link: 'flclash://install-config?url={url}',
    colour: '#1d6fa5',
    page: github('chen08209/FlClash'),
  },
  {
    id: 'clash-party',
    name: 'Clash Party',
    systems: desktops,
    format: 'mihomo',
    agent: /^mihomo\.party\b|^clash-party\b/i,
    link: 'mihomo://install-config?name={name}&url={url}',
    colour: '#b4235a',
    page: github('mihomo-party-org/clash-party'),
  },
  {
    id: 'stash',
    name: 'Stash',
    systems: ['ios', 'mac'],
    format: 'stash',
    agent: /^Stash\b/i,
    link: 'stash://install-config?name={name}&url={url}',
    colour: '#2f6b4f',
    appStore: 1_596_063_349,
  },
  {
    id: 'v2rayng',
    name: 'v2rayNG',
    systems: ['android'],
    format: 'xray',
    agent: /^v2rayNG\b/i,
    // Address and name are decoded twice, and the name is read only from the fragment.
    link: 'v2rayng://install-config?url={url.twice}#{name.twice}',
    lineLink: 'v2rayng://install-config?url={url.twice}',
    colour: '#a13a5c',
    page: github('2dust/v2rayNG'),
  },
  {
    id: 'v2rayn',
    name: 'v2rayN',
    systems: desktops,
    format: 'base64',
    agent: /^v2rayN\b/i,
    link: null,
    colour: '#8a3a6b',
    page: github('2dust/v2rayN'),
  },
  {
    id: 'karing',
    name: 'Karing',
    systems: ['ios', 'android', ...desktops],
    format: 'sing-box',
    agent: /^Karing\b/i,
    link: 'karing://install-config?name={name}&url={url}',
    colour: '#7a5200',
    appStore: 6_472_431_552,
    page: github('KaringX/karing'),
  },
  {
    id: 'hiddify',
    name: 'Hiddify',
    systems: ['ios', 'android', ...desktops],
    format: 'sing-box',
    agent: /^Hiddify/i,
    // A name in the fragment would be shown encoded for good.
    link: 'hiddify://import?url={url}&name={name}',
    lineLink: 'hiddify://import/{url.raw}',
    colour: '#4456d1',
    appStore: 6_596_777_532,
    page: github('hiddify/hiddify-app'),
  },
  {
    id: 'sing-box',
    name: 'sing-box',
    systems: ['ios', 'android', 'mac'],
    format: 'sing-box',
    agent: /^SF[AIMT]\b|^sing-box\b/i,
    link: 'sing-box://import-remote-profile?url={url}#{name}',
    colour: '#3d4b59',
    appStore: 6_673_731_168,
    page: 'https://sing-box.sagernet.org/clients/',
  },
  {
    id: 'surge',
    name: 'Surge',
    systems: ['ios', 'mac'],
    format: 'surge',
    agent: /^Surge\b/i,
    link: 'surge:///install-config?url={url}',
    colour: '#0d7ea8',
    appStore: 1_442_620_678,
    page: 'https://nssurge.com/',
  },
  {
    id: 'loon',
    name: 'Loon',
    systems: ['ios'],
    format: 'loon',
    agent: /^(Loon|Decar)\b/i,
    link: 'loon://import?sub={url}',
    colour: '#4a5568',
    appStore: 1_373_567_447,
  },
  {
    id: 'quantumult-x',
    name: 'Quantumult X',
    systems: ['ios'],
    format: 'quantumult-x',
    agent: /^Quantumult/i,
    link: 'quantumult-x:///add-resource?remote-resource={resource}',
    colour: '#6b21a8',
    appStore: 1_443_988_620,
  },
  {
    id: 'egern',
    name: 'Egern',
    systems: ['ios', 'mac'],
    format: 'mihomo',
    agent: /^Egern\b/i,
    // One slash: it has no authority.
    link: 'egern:/profiles/new?name={name}&url={url}',
    colour: '#9a3412',
    appStore: 1_616_105_820,
  },
  {
    id: 'nekobox',
    name: 'NekoBox',
    systems: ['android'],
    format: 'mihomo',
    agent: /^NekoBox\b/i,
    link: 'sn://subscription?url={url}&name={name}',
    colour: '#b91c5c',
    page: github('MatsuriDayo/NekoBoxForAndroid'),
  },
  {
    id: 'surfboard',
    name: 'Surfboard',
    systems: ['android'],
    format: 'surfboard',
    agent: /^Surfboard\b/i,
    link: 'surfboard:///install-config?url={url}',
    colour: '#0b7285',
    page: play('com.getsurfboard'),
  },
  {
    id: 'happ',
    name: 'Happ',
    systems: ['ios', 'android', 'windows', 'mac'],
    format: 'xray',
    agent: /^Happ\b/i,
    link: 'happ://add/{url.raw}',
    colour: '#1f2937',
    appStore: 6_504_287_215,
    page: 'https://www.happ.su/main',
  },
  {
    id: 'v2raytun',
    name: 'v2RayTun',
    systems: ['ios', 'android', 'windows'],
    format: 'xray',
    agent: /^v2raytun\b/i,
    link: 'v2raytun://import/{url.raw}',
    colour: '#155e75',
    appStore: 6_476_628_951,
    page: 'https://v2raytun.com/',
  },
  {
    id: 'streisand',
    name: 'Streisand',
    systems: ['ios'],
    format: 'xray',
    agent: /^Streisand\b/i,
    link: 'streisand://import/{url.raw}#{name}',
    colour: '#7c3aed',
    appStore: 6_450_534_064,
  },
  {
    id: 'v2box',
    name: 'V2Box',
    systems: ['ios', 'android', 'mac'],
    format: 'xray',
    agent: /^V2Box\b/i,
    link: 'v2box://install-sub?url={url}&name={name}',
    colour: '#be123c',
    appStore: 6_446_814_690,
    page: play('dev.hexasoftware.v2box'),
  },
  {
    id: 'throne',
    name: 'Throne',
    systems: desktops,
    format: 'mihomo',
    agent: /^Throne\b/i,
    link: 'throne://addsub/{named.base64}',
    colour: '#854d0e',
    page: github('throneproj/Throne'),
  },
  {
    id: 'openclash',
    name: 'OpenClash',
    systems: ['router'],
    format: 'mihomo',
    agent: /^OpenClash\b/i,
    link: null,
    colour: '#374151',
    page: github('vernesong/OpenClash'),
  },
  {
    id: 'nikki',
    name: 'Nikki',
    systems: ['router'],
    format: 'mihomo',
    agent: /^nikki\b/i,
    link: null,
    colour: '#4d7c0f',
    page: github('nikkinikki-org/OpenWrt-nikki'),
  },
  {
    id: 'passwall',
    name: 'PassWall',
    systems: ['router'],
    format: 'base64',
    agent: /^passwall\b/i,
    link: null,
    colour: '#a16207',
    page: github('Openwrt-Passwall/openwrt-passwall'),
  },
]

/** The known client behind a user agent; null for relatives and strangers. */
export function clientOfAgent(userAgent: string): Client | null {
  return clients.find(({ agent }) => agent.test(userAgent)) ?? null
}

/** The link that opens a client with a feed; null: copy the address. */
export function feedLink({ link, format }: Pick<Client, 'link' | 'format'>, url: string, name: string): string | null {
  return link && fillLink(link, { url: flaggedUrl(url, format), name })
}

/** The places to get a client, as a list of clients shows them. */
export function placesOf(client: Pick<Client, 'systems' | 'appStore' | 'page'>): { system: System; url: string }[] {
  return client.systems.flatMap((system) => {
    const url = placeOf(client, system)
    return url ? [{ system, url }] : []
  })
}

/** Where to get a client for a system: the App Store cannot be passed by on an iPhone. */
export function placeOf({ appStore, page }: Pick<Client, 'appStore' | 'page'>, system: System): string | null {
  const store = appStore ? `https://apps.apple.com/app/id${appStore}` : null
  return (system === 'ios' ? store : page) ?? (system === 'mac' ? store : null)
}
