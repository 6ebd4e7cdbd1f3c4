import { type ReactNode, useEffect, useState } from 'react'

import { Spinner } from '../../ui/components/spinner.tsx'
import { loadChunk } from '../../ui/http/load-chunk.ts'
import { useWords } from '../words/language.ts'
import { hasWords, loadWords } from '../../ui/words/word-store.ts'
import type { Part } from '../words/words.ts'

type Progress = { ready: boolean; failure: unknown }

/** Holds back a screen of the entry until its words are there; lazy screens bring theirs along. */
export function WordsReady({ part, children }: { part: Part; children: ReactNode }) {
  const t = useWords('base')
  const [{ ready, failure }, setProgress] = useState<Progress>(() => ({ ready: hasWords(part), failure: null }))

  useEffect(() => {
    if (ready) return
    loadChunk(() => loadWords(part)).then(
      () => setProgress({ ready: true, failure: null }),
      (error: unknown) => setProgress({ ready: false, failure: error }),
    )
  }, [ready, part])

  // For the error boundary above.
  if (failure !== null) throw failure
  return ready ? children : <Spinner label={t('loading')} />
}
