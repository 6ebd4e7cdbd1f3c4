import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { parseRange } from './drivers/blocked-ranges.ts'
import type { Identity } from './sign.ts'

export type Intervals = {
  /** Reading counters and enforcing ends and quotas. */
  pollMs: number
  pushMs: number
  stateMs: number
  /** Looking whether the engine lives. */
  watchMs: number
  /** First pause after a failed call; it doubles up to thirty times that. */
  retryMs: number
  /** How long the server may keep a question for users open. */
  waitSeconds: number
}

export type Settings = Identity & {
  server: string
  /** Where the engine takes clients. */
  listen: string
  /** Ranges of this machine or its network that users may reach through the node all the same. */
  reach: string[]
  tls: { certificateFile: string; keyFile: string } | null
  /** When the lease ends without a word from the portal, end everybody instead of only letting nobody new in. */
  failClosed: boolean
  /** Batches waiting for the portal before they are merged. */
  maxPending: number
  engines: { v2ray: string; ssManager: string; ssServer: string; ss: string; tc: string }
  intervals: Intervals
}

export const defaultIntervals: Intervals = {
  pollMs: 1_000,
  pushMs: 5_000,
  stateMs: 5_000,
  watchMs: 250,
  retryMs: 1_000,
  waitSeconds: 25,
}
const defaults = {
  listen: '0.0.0.0',
  reach: [] as string[],
  tls: null,
  failClosed: false,
  maxPending: 200,
  engines: { v2ray: 'v2ray', ssManager: 'ss-manager', ssServer: 'ss-server', ss: 'ss', tc: 'tc' },
}
type Stored = Identity & { server: string } & Partial<Omit<Settings, 'engines' | 'intervals'>> & {
    engines?: Partial<Settings['engines']>
    intervals?: Partial<Intervals>
  }

export const settingsFile = (dir: string) => path.join(dir, 'agent.json')

export function readSettings(dir: string): Settings {
  const stored = loadStored(dir)
  if (!stored) throw new Error(`${settingsFile(dir)} is missing: run \`enrol\` first`)
  const { server, nodeId, secret, epoch } = stored
  if (!server || !nodeId || !secret || !epoch) throw new Error(`${settingsFile(dir)} is incomplete: enrol again`)
  // A mistake here must show now, not at the engine's next start.
  for (const range of stored.reach ?? []) parseRange(range)
  return {
    ...defaults,
    ...stored,
    engines: { ...defaults.engines, ...stored.engines },
    intervals: { ...defaultIntervals, ...stored.intervals },
  }
}

function loadStored(dir: string): Stored | null {
  if (!existsSync(settingsFile(dir))) return null
  return JSON.parse(readFileSync(settingsFile(dir), 'utf8')) as Stored
}

/** Keeps what the operator set (certificate, listening address …) and replaces who the node is. */
export function saveEnrolment(dir: string, identity: Identity & { server: string }): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const before = loadStored(dir)
  // Bytes of another node must never be pushed as this one's.
  if (before && before.nodeId !== identity.nodeId) setAside(dir, before.nodeId)
  const temporary = `${settingsFile(dir)}.tmp`
  writeFileSync(temporary, `${JSON.stringify({ ...before, ...identity }, null, 2)}\n`, { mode: 0o600, flush: true })
  renameSync(temporary, settingsFile(dir))
}

function setAside(dir: string, nodeId: number): void {
  const aside = path.join(dir, `node-${nodeId}-${Date.now()}`)
  mkdirSync(aside, { mode: 0o700 })
  for (const name of ['counts.json', 'roster.json', 'applied.json', 'refused.jsonl']) {
    if (existsSync(path.join(dir, name))) renameSync(path.join(dir, name), path.join(aside, name))
  }
}
