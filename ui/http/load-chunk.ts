import { limits } from '../../contract/limits.ts'

export type ChunkFailure = 'failed' | 'timeout'

/** A script or style chunk failed to load. React.lazy remembers the rejection, so only a reload helps. */
export class ChunkError extends Error {
  readonly reason: ChunkFailure

  constructor(reason: ChunkFailure, cause?: unknown) {
    super(`chunk ${reason}`, { cause })
    this.name = 'ChunkError'
    this.reason = reason
  }
}

/** Browsers never give up on a hanging module, so this sets a time limit. */
export async function loadChunk<T>(load: () => Promise<T>, timeoutMs: number = limits.chunkTimeoutMs): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ChunkError('timeout')), timeoutMs)
  })
  try {
    return await Promise.race([loaded(load), late])
  } finally {
    clearTimeout(timer)
  }
}

async function loaded<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    throw new ChunkError('failed', cause)
  }
}
