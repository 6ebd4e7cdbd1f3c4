import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

import { log } from '../log.ts'
import { readSettings } from '../settings.ts'
import { fileOf, findStoredFault, readVersions, saveVersions } from './versions.ts'

/** The agent ends with this when a verified release waits as `next`. Its engine serves on and is taken over. */
export const UPDATE_READY = 75
/** What a running agent tells its launcher once the portal has heard that its engine runs. */
export const SERVING = 'serving'
/** A release that has not served after this time is taken back. */
const TRIAL_MS = 90_000

type Options = { dir: string; installed: string; trialMs?: number }

/**
 * Runs the newest verified release in a process of its own, and goes back to the one before when it does not serve. The
 * launcher belongs to root and is replaced only by installing again; releases in the agent's folder are checked against
 * the pinned key before each start.
 */
export async function launch({ dir, installed, trialMs = TRIAL_MS }: Options): Promise<number> {
  const stopping = new AbortController()
  let child: ChildProcess | null = null
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stopping.abort()
      child?.kill(signal)
    })
  }
  for (;;) {
    const file = choose(dir, installed)
    child = spawn(process.execPath, [file, 'run', '--dir', dir], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    const code = await follow(dir, child, trialMs)
    // Ended by our own signal, before it listened for one.
    if (stopping.signal.aborted) return code ?? 0
    if (code !== UPDATE_READY && !readVersions(dir).isOnTrial) return code ?? 1
    if (code !== UPDATE_READY) giveBack(dir, `it ended with ${code ?? 'a signal'} before it served`)
  }
}

/** Moves on to `next`, and returns the file to run. */
function choose(dir: string, installed: string): string {
  const { updateKey } = readSettings(dir)
  const versions = readVersions(dir)
  const wanted = versions.next ?? versions.current
  if (!wanted) return installed
  const fault = updateKey === null ? 'no key is pinned' : findStoredFault(dir, wanted, updateKey)
  if (fault !== null) {
    log('error', 'a release is not run', { number: wanted.number, why: fault })
    const failed = { number: wanted.number, why: fault }
    saveVersions(dir, {
      ...versions,
      next: null,
      failed,
      ...(versions.next ? {} : { current: null, isOnTrial: false }),
    })
    return choose(dir, installed)
  }
  if (versions.next) {
    const { next, current } = versions
    saveVersions(dir, { current: next, previous: current, isOnTrial: true, next: null, failed: null })
    log('info', 'a new release is on trial', { number: next.number })
  }
  return fileOf(dir, wanted)
}

/** Returns the exit code, null after a signal. A release on trial has to say in time that it serves. */
async function follow(dir: string, child: ChildProcess, trialMs: number): Promise<number | null> {
  const timer = setTimeout(() => {
    if (!readVersions(dir).isOnTrial) return
    log('error', 'the new release does not serve in time')
    child.kill('SIGKILL')
  }, trialMs)
  child.on('message', (message) => {
    const versions = readVersions(dir)
    if (message !== SERVING || !versions.isOnTrial) return
    clearTimeout(timer)
    saveVersions(dir, { ...versions, isOnTrial: false })
    log('info', 'the new release serves', { number: versions.current?.number ?? '' })
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  clearTimeout(timer)
  return code
}

function giveBack(dir: string, why: string): void {
  const versions = readVersions(dir)
  const number = versions.current?.number ?? ''
  log('error', 'back to the release before', { number, why })
  saveVersions(dir, {
    ...versions,
    current: versions.previous,
    previous: null,
    isOnTrial: false,
    failed: { number, why },
  })
}
