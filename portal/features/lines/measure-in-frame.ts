import { api } from '../../../contract/api.ts'
import { PROBE_PATH, type ProbeMessage } from '../../../contract/probe.ts'
import { call, withQuery } from '../../../ui/http/client.ts'

/**
 * A dead node takes five seconds, and four run at once: enough for the page's maximum of sixty, even if most are dead.
 */
const PATIENCE_MS = 60_000

/**
 * Times nodes where the policy allows it: in a separate hidden page without our origin. A failure shows nothing,
 * because the user did not ask for these numbers. Returns the cleanup.
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
  // `noRedirect`: a background measurement must not sign the user out.
  call(api.sessions.ticket, { audience: 'probe' }, { unshared: true, noRedirect: true }).then(({ ticket }) => {
    if (hasEnded) return
    frame.src = withQuery(PROBE_PATH, { ticket })
    document.body.append(frame)
  }, end)
  return end
}

/**
 * Reads a message from our hidden frame; null for other senders and other content. A page without an origin reports
 * "null", as every such page does, so the window must match too.
 */
export function readProbeMessage(
  { source, origin, data }: Pick<MessageEvent<unknown>, 'source' | 'origin' | 'data'>,
  frame: Window | null,
): ProbeMessage | null {
  // A removed frame has no window, and a message from a closed one has no source: two nulls must not match.
  if (frame === null || source !== frame || origin !== 'null') return null
  if (typeof data !== 'object' || data === null) return null
  if ('done' in data) return data.done === true ? { done: true } : null
  if (!('url' in data && 'ms' in data)) return null
  const { url, ms } = data
  if (typeof url !== 'string' || typeof ms !== 'number' || !Number.isInteger(ms) || ms < 0) return null
  return { url, ms }
}
