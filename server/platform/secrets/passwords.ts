import { hash, verify } from '@node-rs/argon2'
import { availableParallelism } from 'node:os'

import { limits } from '../../../contract/limits.ts'
import { Refusal } from '../errors.ts'

/**
 * At a time: 40 parallel hashes took both cores for a second (measured), and all other calls would wait. The pool has
 * four threads, and one stays free for files.
 */
export const SLOTS = Math.min(3, Math.max(1, Math.floor(availableParallelism() / 2)))
let busy = 0
const waiting: (() => void)[] = []

/** How many hashes this process has run; tests use it to compare known and unknown accounts. */
export const hashCount = { value: 0 }

/** A real hash that no password matches: signing in to an unknown account costs the same as to a known one. */
const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$dGhpc2lzbm90YXNhbHQhIQ$3mQ3a2pPCKUVfXh0u5yq2vPpS8Pdr4eJ9SRsVDdBgSU'

type Turn = {
  /**
   * Goes to the head of the queue: for callers who have proved that they are not strangers, so that a flood cannot delay
   * them.
   */
  isFirst?: boolean
  /** Waits however long it takes: for work that nobody sits before, which a flood must not end. */
  isPatient?: boolean
}

/** Argon2id, 19 MiB, two passes: the library's defaults are the recommended parameters. */
export function hashPassword(password: string, turn: Turn = {}): Promise<string> {
  return inSlot(() => hash(password), turn)
}

type Check = Turn & {
  /** Computes from the password what the stored hash was made of. */
  digest?: (password: string) => Promise<string>
  /** Work that makes every wrong password take the same time. */
  afterWrong?: () => Promise<void>
}

export function verifyPassword(stored: string | null, password: string, check: Check = {}): Promise<boolean> {
  if (Buffer.byteLength(password) > limits.passwordMaxBytes) return Promise.resolve(false)
  const { digest, afterWrong } = check
  return inSlot(async () => {
    const hashed = digest ? await digest(password) : password
    const isRight = (await verify(stored ?? NOBODY, hashed)) && stored !== null
    if (!isRight) await afterWrong?.()
    return isRight
  }, check)
}

async function inSlot<T>(work: () => Promise<T>, turn: Turn): Promise<T> {
  if (busy < SLOTS) busy += 1
  else await waitForSlot(turn)
  hashCount.value += 1
  try {
    return await work()
  } finally {
    // Pass the slot on directly: if it were freed first, a newcomer could take it in between.
    const next = waiting.shift()
    if (next) next()
    else busy -= 1
  }
}

function waitForSlot({ isFirst = false, isPatient = false }: Turn): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      waiting.splice(waiting.indexOf(go), 1)
      reject(new Refusal('auth.busy', { retryAfterS: 2 }))
    }
    const timer = isPatient ? undefined : setTimeout(giveUp, limits.hashQueueMs)
    const go = () => {
      clearTimeout(timer)
      resolve()
    }
    if (isFirst) waiting.unshift(go)
    else waiting.push(go)
  })
}
