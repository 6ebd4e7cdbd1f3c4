import { Component, type ReactNode, useEffect } from 'react'

import type { Language } from '../../contract/languages.ts'
import { reloadPage } from '../device/app-key.ts'
import { ChunkError } from '../http/load-chunk.ts'
import { failureWords } from '../words/failure-text.ts'
import { currentLanguage } from '../words/word-store.ts'
import { Button } from './auth/button.tsx'
import { PlainMessage } from './plain-message.tsx'

type Props = { children: ReactNode; fill?: 'page' | 'content' }
type State = { error: unknown; failed: boolean }

/** Put one around an app, and one around a screen inside its bars: then the other screens stay reachable. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, failed: false }

  static getDerivedStateFromError(error: unknown): State {
    return { error, failed: true }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return <FailureScreen error={this.state.error} language={currentLanguage()} fill={this.props.fill ?? 'page'} />
  }
}

type FailureProps = { error: unknown; language: Language; fill?: 'page' | 'content' }

/**
 * Offers a reload, because a lazy screen remembers that its chunk failed. Reloads by itself when the network is back.
 */
export function FailureScreen({ error, language, fill = 'page' }: FailureProps) {
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
