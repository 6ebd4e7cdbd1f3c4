import { readFileSync } from 'node:fs'
import path from 'node:path'

const PACKAGE_FILE = path.join(import.meta.dirname, '../../package.json')

export const release = (JSON.parse(readFileSync(PACKAGE_FILE, 'utf8')) as { version: string }).version

/** What /healthz answers. */
export const HEALTHY = `ok ${release}`

/** Compares two versions of the form 1.2.3. */
export function isAtLeast(version: string, oldest: string): boolean {
  const [ours, theirs] = [version, oldest].map((text) => text.split('.').map(Number)) as [number[], number[]]
  const index = ours.findIndex((part, at) => part !== theirs[at])
  return index === -1 || ours[index]! > theirs[index]!
}
