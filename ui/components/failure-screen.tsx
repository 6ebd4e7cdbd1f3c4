import { useEffect } from 'react'

import { Button } from './auth/button.tsx'
import { PlainMessage } from './plain-message.tsx'
import { ChunkError } from '../http/load-chunk.ts'
import type { Language } from '../../contract/languages.ts'
import { reloadPage } from '../device/reload-page.ts'
import { failureWords } from '../words/failure-words.ts'

type Props = { error: unknown; language: Language; fill?: 'page' | 'content' }

/** The way out is a reload: a lazy screen remembers that its chunk failed. A network that is back takes it by itself. */
export function FailureScreen({ error, language, fill = 'page' }: Props) {
  const words = failureWords[language]
  const chunk = error instanceof ChunkError
  useEffect(() => {
    if (chunk) window.addEventListener('online', reloadPage)
    return () => window.removeEventListener('online', reloadPage)
  }, [chunk])
  return (
    <PlainMessage
      title={chunk ? words.chunkTitle : words.brokenTitle}
      text={chunk ? words.chunkText : words.brokenText}
      fill={fill}
    >
      <Button onClick={reloadPage}>{words.reload}</Button>
    </PlainMessage>
  )
}
