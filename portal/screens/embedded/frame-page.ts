import { foreignPage } from '../../../contract/frame-address.ts'
import { hostedParams, isHosted } from '../../session/hosted-address.ts'
import type { Look } from '../../../ui/components/look.ts'

/** A page that may stand in the frame, and what its frame allows. */
export type FramePage = { url: string; sandbox: string; isForeign: boolean }

/** Plain HTML of our own server: no script, no origin. Its links may open a window or, pressed, leave the frame. */
const HOSTED = 'allow-popups allow-popups-to-escape-sandbox'
const HOSTED_ON_TOP = `${HOSTED} allow-top-navigation-by-user-activation`
/** Another site may be itself there; it can neither move our window nor ask or save anything through it. */
const FOREIGN = 'allow-scripts allow-same-origin allow-forms allow-popups'

type Options = {
  /** Names and values for the address, in this order. */
  params?: Record<string, string>
  resellerKey: number
  look: Look
  /** We are in somebody's frame ourselves: then nothing of ours moves the top window. */
  isFramed: boolean
}

/** Null when the configured address is nothing that may be shown. */
export function framePage(address: string, { params = {}, resellerKey, look, isFramed }: Options): FramePage | null {
  if (isHosted(address)) {
    const url = new URL(address, location.origin)
    if (url.origin !== location.origin || !isHosted(url.pathname)) return null
    // By the flag's own name: no link of the page may then lead out of its frame.
    const all = { ...params, ...hostedParams(resellerKey, look), ...(isFramed ? { iframe: '1' } : {}) }
    return { url: withParams(url, all), sandbox: isFramed ? HOSTED : HOSTED_ON_TOP, isForeign: false }
  }
  const url = foreignPage(address, [location.origin])
  return url ? { url: withParams(url, params), sandbox: FOREIGN, isForeign: true } : null
}

function withParams(url: URL, params: Record<string, string>): string {
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
  return url.href
}
