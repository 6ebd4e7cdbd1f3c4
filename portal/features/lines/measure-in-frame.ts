import { api } from '../../../contract/api.ts'
import { PROBE_PATH, type ProbeMessage } from '../../../contract/probe.ts'
import { call, withQuery } from '../../../ui/http/client.ts'

/** Five seconds a dead node, four at once: enough for the sixty that the page times at most, were most of them dead. */
const PATIENCE_MS = 60_000

/**
 * Times nodes where the policy allows it: in a hidden page of its own, without our origin. A failure shows nothing, for
 * nobody has asked for the numbers. Returns what ends it early.
 */
export function measureInFrame(urls: readonly string[], onMeasured: (url: string, ms: number) => void): () => void {
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.setAttribute('sandbox', 'allow-scripts')
  const onMessage = (event: MessageEvent<unknown>) => {
    const message = readProbeMessage(event, frame.contentWindow)
    if (message === null) return
    if ('done' in message) end()
    else if (urls.includes(message.url)) onMeasured(message.url, message.ms)
  }
  let hasEnded = false
  const end = () => {
    hasEnded = true
    clearTimeout(timer)
    removeEventListener('message', onMessage)
    frame.remove()
  }
  const timer = setTimeout(end, PATIENCE_MS)
  addEventListener('message', onMessage)
  // A number that nobody asked for signs nobody out: `noRedirect`.
  call(api.sessions.ticket, { audience: 'probe' }, { unshared: true, noRedirect: true }).then(({ ticket }) => {
    if (hasEnded) return
    frame.src = withQuery(PROBE_PATH, { ticket })
    document.body.append(frame)
  }, end)
  return end
}

/**
 * What our hidden frame says, or null for what anybody else says or what is nothing of that kind. A page without an origin
 * calls itself "null"; so does every other of that sort, which is why the window decides.
 */
export function readProbeMessage(
  { source, origin, data }: Pick<MessageEvent<unknown>, 'source' | 'origin' | 'data'>,
  frame: Window | null,
): ProbeMessage | null {
  // Out of the page a frame has no window, and a message from a closed one has no source: two nulls are no match.
  if (frame === null || source !== frame || origin !== 'null') return null
  if (typeof data !== 'object' || data === null) return null
  if ('done' in data) return data.done === true ? { done: true } : null
  if (!('url' in data && 'ms' in data)) return null
  const { url, ms } = data
  if (typeof url !== 'string' || typeof ms !== 'number' || !Number.isInteger(ms) || ms < 0) return null
  return { url, ms }
}
