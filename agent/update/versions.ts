import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { findFault, type AgentRelease } from './release.ts'

/**
 * Fetched releases in the agent's folder, and which one runs. `next` was fetched and verified; `current` runs, and until
 * it has served it is on trial; `failed` is not tried again by itself.
 */
export type Versions = {
  current: AgentRelease | null
  isOnTrial: boolean
  previous: AgentRelease | null
  next: AgentRelease | null
  failed: { number: string; why: string } | null
}

const NONE: Versions = { current: null, isOnTrial: false, previous: null, next: null, failed: null }
export const versionsIn = (dir: string) => path.join(dir, 'versions')
const recordOf = (dir: string) => path.join(versionsIn(dir), 'versions.json')
export const fileOf = (dir: string, { number }: Pick<AgentRelease, 'number'>) =>
  path.join(versionsIn(dir), `yuxian-agent-${number}.mjs`)

export function readVersions(dir: string): Versions {
  try {
    return { ...NONE, ...(JSON.parse(readFileSync(recordOf(dir), 'utf8')) as Partial<Versions>) }
  } catch {
    // Nothing was fetched yet, or the record is damaged: the installed release runs.
    return NONE
  }
}

export function saveVersions(dir: string, versions: Versions): void {
  mkdirSync(versionsIn(dir), { recursive: true, mode: 0o700 })
  replace(recordOf(dir), JSON.stringify(versions))
  const kept = [versions.current, versions.previous, versions.next].flatMap((one) => (one ? [fileOf(dir, one)] : []))
  for (const name of readdirSync(versionsIn(dir))) {
    const file = path.join(versionsIn(dir), name)
    if (name.endsWith('.mjs') && !kept.includes(file)) rmSync(file)
  }
}

/** Stores a verified file. It runs at the next start of the launcher's turn. */
export function saveNext(dir: string, release: AgentRelease, file: Buffer): void {
  mkdirSync(versionsIn(dir), { recursive: true, mode: 0o700 })
  replace(fileOf(dir, release), file)
  saveVersions(dir, { ...readVersions(dir), next: release })
}

/** Why the stored file of a release must not run, or null. */
export function findStoredFault(dir: string, release: AgentRelease, publicKey: string): string | null {
  const file = fileOf(dir, release)
  return existsSync(file) ? findFault(release, readFileSync(file), publicKey) : 'its file is missing'
}

/** A reader sees the old content or the new one, whenever the machine stops. */
function replace(file: string, content: string | Buffer): void {
  writeFileSync(`${file}.tmp`, content, { mode: 0o600, flush: true })
  renameSync(`${file}.tmp`, file)
}
