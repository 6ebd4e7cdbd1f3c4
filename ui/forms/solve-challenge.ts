import { type Challenge, type Solution, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

const TIMEOUT_MS = 60_000
const MOST_LANES = 4

/**
 * Solves a proof of work and formats it for the server; null when time runs out. Uses no worker: Trusted Types refuse
 * its address, and the browser hashes on its own threads, so the page stays responsive. Several lanes keep those
 * threads busy.
 */
export async function solve(given: unknown): Promise<string | null> {
  const challenge = given as Challenge
  const lanes = Math.min(MOST_LANES, Math.max(1, navigator.hardwareConcurrency || 1))
  const controller = new AbortController()
  const race = Array.from({ length: lanes }, (_, lane) =>
    found(
      solveChallenge({
        challenge,
        controller,
        counterStart: lane,
        counterStep: lanes,
        deriveKey,
        timeout: TIMEOUT_MS,
      }),
    ),
  )
  try {
    const solution = await Promise.any(race)
    return btoa(JSON.stringify({ challenge, solution }))
  } catch {
    return null
  } finally {
    controller.abort()
  }
}

async function found(search: Promise<Solution | null>): Promise<Solution> {
  const solution = await search
  if (!solution) throw new Error('not in this lane')
  return solution
}
