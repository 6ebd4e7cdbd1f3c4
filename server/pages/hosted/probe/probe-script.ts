import { createHash } from 'node:crypto'

/**
 * Runs in a frame without an origin. Each node gets two rounds: the first also opens the connection, so the smaller
 * time counts. A failure has no time: the script cannot tell whether the node or somebody on the way refused. Four run
 * at once, so that a few dead nodes (5 s each) do not hold up the others. `location` still names the page's own origin:
 * a parent of another origin, such as a reseller's own site, receives nothing.
 */
export const PROBE_SCRIPT = `(async () => {
  const urls = JSON.parse(document.body.dataset.urls)
  const tell = (message) => parent.postMessage(message, location.origin)
  const ask = { method: 'HEAD', mode: 'no-cors', cache: 'no-store', credentials: 'omit', referrerPolicy: 'no-referrer' }
  async function time(url) {
    const stop = new AbortController()
    const timer = setTimeout(() => stop.abort(), 5000)
    const askedAt = performance.now()
    try {
      await fetch(url, { ...ask, signal: stop.signal })
      return performance.now() - askedAt
    } finally {
      clearTimeout(timer)
    }
  }
  async function measure(url) {
    const first = await time(url)
    const second = await time(url).catch(() => first)
    tell({ url, ms: Math.round(Math.min(first, second)) })
  }
  async function work() {
    while (urls.length > 0) await measure(urls.shift()).catch(() => {})
  }
  await Promise.all([work(), work(), work(), work()])
  tell({ done: true })
})()`

export const PROBE_SCRIPT_HASH = `sha256-${createHash('sha256').update(PROBE_SCRIPT).digest('base64')}`
