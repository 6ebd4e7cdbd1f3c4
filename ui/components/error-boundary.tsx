import { Component, type ReactNode } from 'react'

import { currentLanguage } from '../words/word-store.ts'
import { FailureScreen } from './failure-screen.tsx'

type Props = { children: ReactNode; fill?: 'page' | 'content' }
type State = { error: unknown; failed: boolean }

/** One around an app, one around a screen inside its bars: there the way to the other screens stays open. */
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
