import { api } from '../../contract/api.ts'
import { limits } from '../../contract/limits.ts'
import { call } from '../http/client.ts'
import { loadChunk } from '../http/load-chunk.ts'

export type Picture = { id: string; image: string }
type Prepared = { proof: Promise<string | null>; freshUntilMs: number }

/** Sending may take its time too, so a proof is not used up to its last second. */
const PREPARED_MS = limits.captchaTtlMs / 2

let prepared: Prepared | null = null
let lastAnswer: unknown = null

/** Starts the work while the reader still types, so that sending need not wait for it. */
export function prepareProof(): void {
  if (isFresh(prepared)) return
  const proof = makeProof()
  prepared = { proof, freshUntilMs: performance.now() + PREPARED_MS }
  // Whoever takes it gets the failure. A failure that nobody takes does not matter.
  proof.catch(() => {})
}

/**
 * What the `captcha` field of one call carries. Null when this browser cannot do the work: then a picture is asked for.
 * Throws ApiError when the server gives no challenge.
 */
export async function takeProof(): Promise<string | null> {
  const waiting = isFresh(prepared) ? prepared.proof : null
  prepared = null
  // One prepared while the network was down says nothing about now.
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
  // Plain http elsewhere than on this machine: browsers then have no hashing.
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

/** Each counts once. So one that was handed out before, and that the client still remembers, is passed over. */
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
