import { log, messageOf } from '../log.ts'
import type { Settings } from '../settings.ts'
import { AGENT_NUMBER } from '../version.ts'
import { findFault, isNewer, type AgentRelease } from './release.ts'
import { readVersions, saveNext } from './versions.ts'

const MOST_BYTES = 16 * 1024 * 1024
const FETCH_MS = 120_000
/** After a failed try. The portal repeats its offer with every report. */
const RETRY_MS = 60_000

type Options = {
  dir: string
  settings: Pick<Settings, 'server' | 'updateKey'>
  /** Called when a verified release is stored and may be started. */
  onReady: () => void
  /** False when nobody would start the new release. */
  hasLauncher?: boolean
}

/** Fetches the release that the portal offers. Everything that fails leaves the running one as it is. */
export function makeUpdater({ dir, settings, onReady, hasLauncher = process.send !== undefined }: Options) {
  let fault: string | null = null
  let isBusy = false
  let notBeforeMs = -Infinity

  /**
   * Refuses to update without a pinned key, and to an older release: somebody who took over the portal must not bring
   * an old hole back.
   */
  function findObstacle(number: string): string | null {
    if (!hasLauncher) return 'it was not started by the launcher: install it again'
    if (settings.updateKey === null) return 'no key is pinned: enrol with the line of a portal that signs releases'
    if (!isNewer(number, AGENT_NUMBER)) return `it is older than ${AGENT_NUMBER}`
    const { failed } = readVersions(dir)
    return failed?.number === number ? failed.why : null
  }

  async function fetchRelease(release: AgentRelease, signal: AbortSignal): Promise<void> {
    const url = `${settings.server}/agent/${encodeURIComponent(release.number)}`
    const timeout = AbortSignal.timeout(FETCH_MS)
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.any([signal, timeout]) })
    if (!response.ok || !response.body) throw new Error(`the portal answered ${response.status}`)
    const file = await readAtMost(response.body)
    const wrong = findFault(release, file, settings.updateKey ?? '')
    if (wrong !== null) throw new Error(wrong)
    saveNext(dir, release, file)
  }

  return {
    /** For the portal: why the offered release does not run here. A portal that offers nothing may not know the field. */
    report: (): { updateFault?: string } => (fault === null ? {} : { updateFault: fault.slice(0, 200) }),
    /** `offer` is what the portal wants to run here. Never throws and never waits. */
    consider(offer: AgentRelease | undefined, signal: AbortSignal): void {
      if (!offer || offer.number === AGENT_NUMBER) {
        fault = null
        return
      }
      const obstacle = findObstacle(offer.number)
      if (obstacle !== null) fault = obstacle
      if (obstacle !== null || isBusy || performance.now() < notBeforeMs) return
      isBusy = true
      notBeforeMs = performance.now() + RETRY_MS
      void fetchRelease(offer, signal)
        .then(() => {
          log('info', 'a new release is ready', { number: offer.number })
          onReady()
        })
        .catch((error: unknown) => {
          fault = messageOf(error)
          log('warn', 'the new release is not taken', { number: offer.number, why: fault })
        })
        .finally(() => (isBusy = false))
    },
  }
}

async function readAtMost(body: ReadableStream<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body) {
    size += part.length
    if (size > MOST_BYTES) throw new Error('the file is too large')
    parts.push(part)
  }
  return Buffer.concat(parts)
}
