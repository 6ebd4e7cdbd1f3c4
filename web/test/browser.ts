import { vi } from 'vitest'

export type SentRequest = { method: string; url: string; headers: Record<string, string>; body: unknown }
/** `data` answers with success, `code` with a refusal, `text` with something that is no envelope. */
export type Reply = {
  status?: number
  data?: unknown
  code?: string
  message?: string
  text?: string
  authorization?: string
  delayMs?: number
  fails?: 'network' | 'hangs'
}
type Answer = Reply | ((request: SentRequest) => Reply)

export type BrowserOptions = {
  url?: string
  userAgent?: string
  stored?: Record<string, string>
  cookies?: Record<string, string>
  /** A private window or a blocked third-party frame: every touch of storage and cookies throws. */
  blocked?: boolean
  brand?: string
  /** Where several tabs of one browser are needed, they share this. */
  locks?: LockManager
}

/** Just enough of a browser for the parts of the portal that show nothing. */
export function openBrowser(options: BrowserOptions = {}) {
  const page = { url: new URL(options.url ?? 'https://portal.example/login'), state: null as unknown }
  const stored = new Map(Object.entries(options.stored ?? {}))
  const cookies = new Map(Object.entries(options.cookies ?? {}))
  const cookieWrites: string[] = []
  const visits: string[] = []
  const requests: SentRequest[] = []
  const answers = new Map<string, Answer>()
  const elements = new Map<string, Map<string, string>>([
    ['link[rel~="icon"]', new Map()],
    ['meta[name="theme-color"]', new Map()],
    ['link[rel="manifest"]', new Map()],
  ])
  const title = { text: '', writes: 0 }
  const refuse = () => {
    if (options.blocked) throw new DOMException('blocked', 'SecurityError')
  }
  const here = () => page.url.pathname + page.url.search
  const path = (url: string) => new URL(url, page.url).pathname

  const announced: unknown[] = []
  const listeners = new Set<(event: { data: unknown }) => void>()

  vi.stubGlobal('window', {})
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage(data: unknown) {
        announced.push(data)
      }
      addEventListener(_type: string, listener: (event: { data: unknown }) => void) {
        listeners.add(listener)
      }
      removeEventListener(_type: string, listener: (event: { data: unknown }) => void) {
        listeners.delete(listener)
      }
    },
  )
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => (refuse(), stored.get(name) ?? null),
    setItem: (name: string, value: string) => (refuse(), void stored.set(name, String(value))),
    removeItem: (name: string) => (refuse(), void stored.delete(name)),
    get length() {
      return (refuse(), stored.size)
    },
  })
  vi.stubGlobal('location', {
    get pathname() {
      return page.url.pathname
    },
    get search() {
      return page.url.search
    },
    get protocol() {
      return page.url.protocol
    },
    assign: (url: string) => void visits.push(url),
    replace: (url: string) => void visits.push(url),
    reload: () => void visits.push(here()),
  })
  vi.stubGlobal('history', {
    replaceState(state: unknown, _title: string, url: string) {
      page.state = state
      page.url = new URL(url, page.url)
    },
  })
  vi.stubGlobal('document', {
    get cookie() {
      return (refuse(), [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    },
    set cookie(text: string) {
      refuse()
      cookieWrites.push(text)
    },
    get title() {
      return title.text
    },
    set title(text: string) {
      title.text = text
      title.writes += 1
    },
    getElementById: () => (options.brand === undefined ? null : { textContent: options.brand }),
    querySelectorAll: (selector: string) => [
      { setAttribute: (name: string, value: string) => void elements.get(selector)?.set(name, value) },
    ],
  })
  vi.stubGlobal('navigator', { userAgent: options.userAgent ?? 'Mozilla/5.0 Chrome/140', locks: options.locks })
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : null
    // As in a browser: a header value that cannot be sent makes fetch throw.
    const headers = Object.fromEntries(new Headers(init.headers).entries())
    const request = { method: init.method ?? 'GET', url, headers, body }
    requests.push(request)
    const answer = answers.get(path(url)) ?? { status: 404, code: 'request.unknown_path' }
    return respond(typeof answer === 'function' ? answer(request) : answer, init.signal ?? null)
  })

  return {
    page,
    stored,
    cookies,
    cookieWrites,
    visits,
    requests,
    elements,
    title,
    /** What this tab told the others, and how another tab tells it something. */
    announced,
    hear: (data: unknown) => listeners.forEach((listener) => listener({ data })),
    answer: (at: string, answer: Answer) => void answers.set(at, answer),
    sent: (at: string) => requests.filter((request) => path(request.url) === at),
  }
}
export type Browser = ReturnType<typeof openBrowser>

async function respond(reply: Reply, signal: AbortSignal | null): Promise<unknown> {
  const aborted = new Promise<never>((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
  })
  if (reply.fails === 'network') throw new TypeError('Failed to fetch')
  if (reply.fails === 'hangs') return aborted
  if (reply.delayMs) await Promise.race([new Promise((done) => setTimeout(done, reply.delayMs)), aborted])
  const envelope =
    reply.code === undefined
      ? { success: true, data: reply.data ?? {} }
      : { success: false, code: reply.code, message: reply.message ?? reply.code, requestId: 'r1', data: reply.data }
  return {
    status: reply.status ?? (reply.code === undefined ? 200 : 422),
    headers: new Headers(reply.authorization ? { authorization: reply.authorization } : {}),
    text: () => Promise.resolve(reply.text ?? JSON.stringify(envelope)),
  }
}
