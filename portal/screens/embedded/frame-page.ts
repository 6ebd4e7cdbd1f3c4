import { foreignPage } from '../../../contract/frame-address.ts'
import type { Look } from '../../../ui/components/look.ts'
import { hostedParams, isHosted } from '../../session/hosted-address.ts'

/** A page that may be framed, and what its frame allows. */
export type FramePage = { url: string; sandbox: string; isForeign: boolean }

/**
 * Plain HTML from our own server: no script, no origin. Its links may open a window or, when pressed, leave the frame.
 */
const HOSTED = 'allow-popups allow-popups-to-escape-sandbox'
/** It alone has forms: it searches, and asks whether an article helped. */
const HELP_PAGE = '/hosted/help'
const HOSTED_ON_TOP = `${HOSTED} allow-top-navigation-by-user-activation`
/** Another site keeps its own origin there; it can neither move our window nor show dialogs or downloads through it. */
const FOREIGN = 'allow-scripts allow-same-origin allow-forms allow-popups'

type Options = {
  /** Names and values for the address, in this order. */
  params?: Record<string, string>
  resellerKey: number
  look: Look
  /** We are in a frame ourselves: then nothing of ours may move the top window. */
  isFramed: boolean
}

/** Null when the configured address must not be shown. */
export function framePage(address: string, { params = {}, resellerKey, look, isFramed }: Options): FramePage | null {
  if (isHosted(address)) {
    const url = new URL(address, location.origin)
    if (url.origin !== location.origin || !isHosted(url.pathname)) return null
    // Passes on the `iframe` flag: then no link of the page leads out of its frame.
    const all = { ...params, ...hostedParams(resellerKey, look), ...(isFramed ? { iframe: '1' } : {}) }
    const sandbox = isFramed ? HOSTED : HOSTED_ON_TOP
    const hasForms = url.pathname === HELP_PAGE
    return { url: withParams(url, all), sandbox: hasForms ? `${sandbox} allow-forms` : sandbox, isForeign: false }
  }
  const url = foreignPage(address, [location.origin])
  return url ? { url: withParams(url, params), sandbox: FOREIGN, isForeign: true } : null
}

function withParams(url: URL, params: Record<string, string>): string {
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
  return url.href
}
