import { vi } from 'vitest'

import { stubFetch } from './network.ts'

export type BrowserOptions = {
  url?: string
  userAgent?: string
  touchPoints?: number
  /** Opened from an iPhone's home screen. */
  standalone?: boolean
  hasPasskeys?: boolean
  stored?: Record<string, string>
  cookies?: Record<string, string>
  /** A private window or a blocked third-party frame: every access to storage and cookies throws. */
  blocked?: boolean
  /** The same, but a frame may have cookies of its own. */
  denied?: boolean
  /** The history's state, as a page load finds it. */
  state?: unknown
  /** Inside another site's page. */
  framed?: boolean
  brand?: string
  locks?: LockManager
}

/** A minimal browser for the parts of the portal without a screen. */
export function openBrowser(options: BrowserOptions = {}) {
  const refuse = (isDenied = options.blocked) => {
    if (isDenied) throw new DOMException('blocked', 'SecurityError')
  }
  const page = { url: new URL(options.url ?? 'https://portal.example/login'), state: options.state ?? null }
  const { userAgent = 'Mozilla/5.0 Chrome/140', touchPoints: maxTouchPoints = 0, standalone, locks } = options
  const target = new EventTarget()
  const addEventListener = target.addEventListener.bind(target)
  const windows = { self: 'ours', top: options.framed ? 'theirs' : 'ours' }
  vi.stubGlobal('window', {
    addEventListener,
    ...windows,
    ...(options.hasPasskeys ? { PublicKeyCredential: Object } : {}),
  })
  vi.stubGlobal('navigator', { userAgent, maxTouchPoints, standalone, locks })
  return {
    page,
    dispatch: (event: Event) => target.dispatchEvent(event),
    stored: stubStorage(options.stored ?? {}, () => refuse(options.blocked || options.denied)),
    visits: stubLocation(page),
    ...stubDocument(options, refuse),
    ...stubChannel(),
    ...stubFetch(),
  }
}

function stubStorage(stored: Record<string, string>, refuse: () => void): Map<string, string> {
  const values = new Map(Object.entries(stored))
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => (refuse(), values.get(name) ?? null),
    setItem: (name: string, value: string) => (refuse(), void values.set(name, value)),
    removeItem: (name: string) => (refuse(), void values.delete(name)),
    get length() {
      return (refuse(), values.size)
    },
  })
  return values
}

/** Records where the page went; `history` changes the address without a load, as in a browser. */
function stubLocation(page: { url: URL; state: unknown }): string[] {
  const visits: string[] = []
  vi.stubGlobal('location', {
    get pathname() {
      return page.url.pathname
    },
    get search() {
      return page.url.search
    },
    get hostname() {
      return page.url.hostname
    },
    get protocol() {
      return page.url.protocol
    },
    assign: (url: string) => void visits.push(url),
    replace: (url: string) => void visits.push(url),
    reload: () => void visits.push(page.url.pathname + page.url.search),
  })
  vi.stubGlobal('history', {
    get state() {
      return page.state
    },
    replaceState(state: unknown, _title: string, url: string) {
      page.state = state
      page.url = new URL(url || page.url, page.url)
    },
  })
  return visits
}

function stubDocument({ brand, cookies = {} }: BrowserOptions, refuse: () => void) {
  const cookieWrites: string[] = []
  const attributes = new Map<string, string>()
  const title = { text: '', writes: 0 }
  vi.stubGlobal('document', {
    get cookie() {
      refuse()
      return Object.entries(cookies)
        .map((pair) => pair.join('='))
        .join('; ')
    },
    set cookie(text: string) {
      refuse()
      cookieWrites.push(text)
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(text)!
      if (/; Max-Age=0\b/.test(text)) delete cookies[name!]
      else cookies[name!] = value!
    },
    get title() {
      return title.text
    },
    set title(text: string) {
      title.text = text
      title.writes += 1
    },
    getElementById: () => (brand === undefined ? null : { textContent: brand }),
    querySelectorAll: (selector: string) => [
      { setAttribute: (name: string, value: string) => void attributes.set(`${selector} ${name}`, value) },
    ],
  })
  return { cookieWrites, attributes, title }
}

type Listener = (event: { data: unknown }) => void

/** Records what this tab announced, and plays another tab. */
function stubChannel() {
  const announced: unknown[] = []
  const listeners = new Set<Listener>()
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage(data: unknown) {
        announced.push(data)
      }
      addEventListener(_type: string, listener: Listener) {
        listeners.add(listener)
      }
      removeEventListener(_type: string, listener: Listener) {
        listeners.delete(listener)
      }
    },
  )
  return { announced, hear: (data: unknown) => listeners.forEach((listener) => listener({ data })) }
}
