import { createHash } from 'node:crypto'

/**
 * Runs in a frame without an origin. Two rounds a node: the first also opens the connection, the smaller one counts.
 * What fails has no time: whether a refusal came from the node or from somebody on the way cannot be told here. Four at
 * once, so that a few dead nodes (5 s each) do not keep the others waiting. `location` still names the origin that the
 * page came from: a parent of another one, which a reseller's own site could be, hears nothing.
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
