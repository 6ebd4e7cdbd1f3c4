import { deviceOf } from '../../../ui/device/user-agent.ts'

export type ClientId = 'clash' | 'mihomo' | 'stash' | 'singbox' | 'surge' | 'shadowrocket' | 'hiddify' | 'v2rayng'
export type Client = {
  id: ClientId
  name: string
  /** Link that opens the client with the feed. */
  feed(url: string, title: string): string
  /** Link that opens it with a single line; the other clients read only whole documents. */
  line?: (uri: string) => string
}

type LineReader = Client & { line: (uri: string) => string }

const part = encodeURIComponent

const clients: Record<ClientId, Client> = {
  clash: {
    id: 'clash',
    name: 'Clash Verge',
    // Its core is Mihomo: the plain Clash format would lose features.
    feed: (url, title) => `clash://install-config?url=${part(flagged(url, 'verge'))}&name=${part(title)}`,
  },
  mihomo: {
    id: 'mihomo',
    name: 'Clash Meta (Mihomo)',
    feed: (url, title) => `clashmeta://install-config?name=${part(title)}&url=${part(flagged(url, 'meta'))}`,
  },
  stash: {
    id: 'stash',
    name: 'Stash',
    feed: (url, title) => `stash://install-config?url=${part(flagged(url, 'stash'))}&name=${part(title)}`,
  },
  singbox: {
    id: 'singbox',
    name: 'sing-box',
    feed: (url, title) => `sing-box://import-remote-profile?url=${part(flagged(url, 'sing-box'))}#${part(title)}`,
  },
  surge: {
    id: 'surge',
    name: 'Surge',
    feed: (url) => `surge:///install-config?url=${part(flagged(url, 'surge'))}`,
  },
  shadowrocket: {
    id: 'shadowrocket',
    name: 'Shadowrocket',
    feed: (url, title) => `shadowrocket://add/sub://${base64Url(flagged(url, 'shadowrocket'))}?remark=${part(title)}`,
    line: (uri) => `shadowrocket://add/${part(uri)}`,
  },
  hiddify: {
    id: 'hiddify',
    name: 'Hiddify',
    feed: (url, title) => `hiddify://import/${flagged(url, 'hiddify')}#${part(title)}`,
    line: (uri) => `hiddify://import/${uri}`,
  },
  v2rayng: {
    id: 'v2rayng',
    name: 'v2rayNG',
    // It reads the name only from the fragment.
    feed: (url, title) => `v2rayng://install-config?url=${part(flagged(url, 'v2rayng'))}#${part(title)}`,
    line: (uri) => `v2rayng://install-config?url=${part(uri)}`,
  },
}

/** The clients of each system, most common first. */
const usual: Record<System, readonly ClientId[]> = {
  ios: ['shadowrocket', 'stash', 'surge', 'singbox', 'hiddify'],
  android: ['mihomo', 'v2rayng', 'hiddify', 'singbox'],
  windows: ['clash', 'mihomo', 'hiddify'],
  mac: ['clash', 'stash', 'surge', 'shadowrocket', 'singbox', 'hiddify'],
  linux: ['clash', 'mihomo', 'hiddify'],
}

/** Clients for this system by likelihood, then the rest for other devices. */
export function clientsFor(system: System): { here: Client[]; elsewhere: Client[] } {
  const here = usual[system]
  return {
    here: here.map((id) => clients[id]),
    elsewhere: Object.values(clients).filter(({ id }) => !here.includes(id)),
  }
}

/** Clients of this system that accept a single line. */
export function lineReadersFor(system: System): LineReader[] {
  return clientsFor(system).here.filter((client): client is LineReader => client.line !== undefined)
}

/** Names the format, so that it does not depend on the client's user agent. The address may already have a query. */
function flagged(url: string, flag: string): string {
  const address = new URL(url)
  address.searchParams.set('flag', flag)
  return address.href
}

function base64Url(text: string): string {
  const bytes = String.fromCharCode(...new TextEncoder().encode(text))
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

export type System = 'ios' | 'android' | 'windows' | 'mac' | 'linux'

/** This device's system, which decides the available clients. */
export function systemOf(userAgent = navigator.userAgent, touchPoints = navigator.maxTouchPoints): System {
  const device = deviceOf(userAgent, touchPoints)
  if (device !== 'desktop') return device
  if (/Macintosh|Mac OS X/.test(userAgent)) return 'mac'
  return /Linux|X11|CrOS/.test(userAgent) ? 'linux' : 'windows'
}
