import type { ProbeMessage } from '../../../contract/probe.ts'

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
