import type { ComponentType } from 'react'

import { loadChunk } from '../../ui/http/load-chunk.ts'
import { loadWords } from '../../ui/words/word-store.ts'
import type { Part } from './words.ts'

export type Loader = () => Promise<{ default: ComponentType }>

/** Loads the code and words of a screen, or of a part that opens later, together: it never renders without words. */
export function screen(load: Loader, ...words: readonly Part[]): Loader {
  return async () => {
    const [loaded] = await Promise.all([loadChunk(load), loadChunk(() => loadWords(...words))])
    return loaded
  }
}
