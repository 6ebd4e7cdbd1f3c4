import type { ComponentType } from 'react'

import { loadChunk } from '../../ui/http/load-chunk.ts'
import { loadWords } from '../../ui/words/word-store.ts'
import type { Part } from './words.ts'

export type Loader<P = object> = () => Promise<{ default: ComponentType<P> }>

/** Loads the code and words of a screen, or of a part that opens later, together: it never renders without words. */
export function screen<P = object>(load: Loader<P>, ...words: readonly Part[]): Loader<P> {
  return async () => {
    const [loaded] = await Promise.all([loadChunk(load), loadChunk(() => loadWords(...words))])
    return loaded
  }
}
