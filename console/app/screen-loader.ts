import type { ComponentType } from 'react'

import { loadChunk } from '../../ui/http/load-chunk.ts'
import { loadWords } from '../../ui/words/word-store.ts'
import type { Part } from '../words/words.ts'

export type Loader<Props = object> = () => Promise<{ default: ComponentType<Props> }>

/** Loads a screen's code and words together, so that it never renders without words. */
export function screen<Props = object>(load: Loader<Props>, ...words: readonly Part[]): Loader<Props> {
  return async () => {
    const [loaded] = await Promise.all([loadChunk(load), loadChunk(() => loadWords(...words))])
    return loaded
  }
}
