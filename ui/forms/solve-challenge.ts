import { type Challenge, type Solution, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

const TIMEOUT_MS = 60_000
const MOST_LANES = 4

/**
 * Finds the answer to a proof of work and writes it as the server reads it; null when time runs out. No worker: Trusted
 * Types refuse its address, and the browser hashes on threads of its own anyway, so the page stays free. Several lanes
 * keep those threads busy.
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
