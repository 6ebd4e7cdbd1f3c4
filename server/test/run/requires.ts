import { existsSync } from 'node:fs'
import path from 'node:path'

/** A program from the system's packages, or null if it is not installed. */
export function findProgram(name: string): string | null {
  const places = ['/usr/bin', '/usr/local/bin', '/usr/sbin', '/bin'].map((dir) => path.join(dir, name))
  return places.find((file) => existsSync(file)) ?? null
}

const NOT_INSTALLED = 'not installed, so tests that need it cannot run (npm test as root installs it).'

/**
 * Whether tests that need something beyond npm's packages can run. In CI, a missing program fails instead of skipping
 * the test.
 */
export function canRun(what: string, isThere: boolean, lack = NOT_INSTALLED): boolean {
  if (isThere) return true
  const message = `${what}: ${lack}`
  if (process.env.CI) throw new Error(message)
  console.warn(message)
  return false
}
