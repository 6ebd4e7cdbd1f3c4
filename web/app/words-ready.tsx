import { type ReactNode, use } from 'react'

import { loadChunk } from '../http/load-chunk.ts'
import { hasWords, loadWords } from '../locales/language.ts'
import type { Part } from '../locales/words.ts'

const loading = new Map<Part, Promise<void>>()

/** Holds back a screen of the entry until its words are there; lazy screens bring theirs along. */
export function WordsReady({ part, children }: { part: Part; children: ReactNode }) {
  if (!hasWords(part)) use(wait(part))
  return children
}

function wait(part: Part): Promise<void> {
  const known = loading.get(part)
  if (known) return known
  const promise = loadChunk(() => loadWords(part))
  loading.set(part, promise)
  return promise
}
