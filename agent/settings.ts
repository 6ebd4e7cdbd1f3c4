import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { AGENT_PAUSE_MAX_MS } from '../contract/node-api.ts'
import { parseRange } from './drivers/blocked-ranges.ts'
import { RETRY_FACTOR_MAX } from './repeat.ts'
import type { Identity } from './sign.ts'

export type Intervals = {
  /** How often counters are read, and ends and quotas enforced. */
  pollMs: number
  pushMs: number
  stateMs: number
  /** How often the agent checks that the engine is alive. */
  watchMs: number
  /** First pause after a failed call. It doubles up to 30 times this value. */
  retryMs: number
  /** How long the server may hold the call for users open. */
  waitSeconds: number
  /** How often other nodes are looked at. */
  lookMs: number
}

export type Settings = Identity & {
  server: string
  /** Address where the engine accepts clients. */
  listen: string
  /** Ranges of this machine or its network that users may reach through the node anyway. */
  reach: string[]
  tls: { certificateFile: string; keyFile: string } | null
  /** Public half of the key that signs releases of the agent, as DER in base64. Null: no release is taken from the portal. */
  updateKey: string | null
  /** When the lease ends without an answer from the portal, end all users instead of only refusing new ones. */
  failClosed: boolean
  /** Number of batches that may wait for the portal before they are merged. */
  maxPending: number
  engines: {
    v2ray: string
    xray: string
    hysteria: string
    ssManager: string
    ssServer: string
    ss: string
    tc: string
  }
  intervals: Intervals
}

export const defaultIntervals: Intervals = {
  pollMs: 1_000,
  pushMs: 5_000,
  stateMs: 5_000,
  watchMs: 250,
  retryMs: AGENT_PAUSE_MAX_MS / RETRY_FACTOR_MAX,
  waitSeconds: 25,
  lookMs: 60_000,
}
/** Programs by their names on PATH. */
export const programs: Settings['engines'] = {
  v2ray: 'v2ray',
  xray: 'xray',
  hysteria: 'hysteria',
  ssManager: 'ss-manager',
  ssServer: 'ss-server',
  ss: 'ss',
  tc: 'tc',
}
const defaults = {
  listen: '0.0.0.0',
  reach: [] as string[],
  tls: null,
  updateKey: null,
  failClosed: false,
  maxPending: 200,
  engines: programs,
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
  // Show a mistake now, not at the engine's next start.
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

/** Keeps the operator's settings (certificate, listening address …) and replaces the node's identity. */
export function saveEnrolment(dir: string, identity: Identity & { server: string; updateKey?: string }): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const before = loadStored(dir)
  // Another node's bytes must never be pushed as this node's.
  if (before && before.nodeId !== identity.nodeId) setAside(dir, before.nodeId)
  const temporary = `${settingsFile(dir)}.tmp`
  writeFileSync(temporary, `${JSON.stringify({ ...before, ...identity }, null, 2)}\n`, { mode: 0o600, flush: true })
  renameSync(temporary, settingsFile(dir))
}

/** Pins the key that signs releases, at a node that was enrolled without one. */
export function saveUpdateKey(dir: string, updateKey: string): void {
  const { server, nodeId, secret, epoch } = readSettings(dir)
  saveEnrolment(dir, { server, nodeId, secret, epoch, updateKey })
}

function setAside(dir: string, nodeId: number): void {
  const aside = path.join(dir, `node-${nodeId}-${Date.now()}`)
  mkdirSync(aside, { mode: 0o700 })
  for (const name of ['counts.json', 'roster.json', 'applied.json', 'refused.jsonl']) {
    if (existsSync(path.join(dir, name))) renameSync(path.join(dir, name), path.join(aside, name))
  }
}
