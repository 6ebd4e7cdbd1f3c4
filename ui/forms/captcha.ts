import { api } from '../../contract/api.ts'
import { limits } from '../../contract/limits.ts'
import { call } from '../http/client.ts'
import { loadChunk } from '../http/load-chunk.ts'

export type Picture = { id: string; image: string }
type Prepared = { proof: Promise<string | null>; freshUntilMs: number }

/** Use a proof only during half its life, because sending takes time too. */
const PREPARED_MS = limits.captchaTtlMs / 2

let prepared: Prepared | null = null
let lastAnswer: unknown = null

/** Starts the work while the user types, so that sending need not wait. */
export function prepareProof(): void {
  if (isFresh(prepared)) return
  const proof = makeProof()
  prepared = { proof, freshUntilMs: performance.now() + PREPARED_MS }
  // The caller that takes the proof gets the failure; a failure that nobody takes does not matter.
  proof.catch(() => {})
}

/**
 * Value for the `captcha` field of one call. Null when this browser cannot do the work: then ask for a picture. Throws
 * ApiError when the server gives no challenge.
 */
export async function takeProof(): Promise<string | null> {
  const waiting = isFresh(prepared) ? prepared.proof : null
  prepared = null
  // A proof that failed while the network was down says nothing about now: try again.
  return (await waiting?.catch(() => null)) ?? makeProof()
}

export async function loadPicture(): Promise<Picture | null> {
  const answer = await loadCaptcha({ kind: 'image' })
  return answer.kind === 'image' ? { id: answer.id, image: answer.image } : null
}

export function pictureProof({ id }: Picture, answer: string): string {
  return `img.${id}.${answer}`
}

async function makeProof(): Promise<string | null> {
  // Browsers have no hashing on plain http, except on localhost.
  if (!globalThis.crypto?.subtle) return null
  const answer = await loadCaptcha({})
  if (answer.kind !== 'pow') return null
  try {
    const { solve } = await loadChunk(() => import('./solve-challenge.ts'))
    return await solve(answer.challenge)
  } catch {
    return null
  }
}

/** A captcha works only once, so skip one that was handed out before and is still in the client's cache. */
async function loadCaptcha(input: { kind?: 'image' }) {
  const remembered = await call(api.sessions.captcha, input, { noRedirect: true })
  const isUsed = remembered === lastAnswer
  const answer = isUsed ? await call(api.sessions.captcha, input, { noRedirect: true, skipRecent: true }) : remembered
  lastAnswer = answer
  return answer
}

function isFresh(given: Prepared | null): given is Prepared {
  return given !== null && performance.now() < given.freshUntilMs
}
