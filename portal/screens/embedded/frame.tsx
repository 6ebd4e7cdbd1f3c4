import { Skeleton } from '@mantine/core'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'

import { ActionButton } from '../../../ui/components/action-button.tsx'
import { IconButton } from '../../../ui/components/icon.tsx'
import { RetryCard } from '../../../ui/components/loaded.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useWords } from '../../words/language.ts'
import css from './embedded.module.css'
import type { FramePage } from './frame-page.ts'

type Props = {
  name: string
  about: ReactNode
  tools?: ReactNode
  prepare: () => Promise<FramePage | null>
  onReload: () => void
  onShown?: (() => void) | undefined
}

/** One load of an embedded page; a reload mounts a new one. */
export function Frame({ name, about, tools, prepare, onReload, onShown }: Props) {
  const t = useWords('embedded')
  const { state, onLoad } = useFrame(prepare)
  const isRefused = state.phase === 'failed' && state.failure.why === 'address'
  const openElsewhere = () => {
    const address = prepare().then((page) => page?.url ?? Promise.reject(new Error('no address')))
    address.catch((error: unknown) => showMessage('error', failureText(error)))
    if (!openWindow(address)) showMessage('error', t('windowBlocked'))
  }
  return (
    <div className={css.box} data-edge>
      <div className={css.bar}>
        <p className={css.about}>{about}</p>
        <IconButton icon="refresh" label={t('reload')} onClick={onReload} />
        {isRefused ? null : <IconButton icon="external" label={t('openWindow')} onClick={openElsewhere} />}
      </div>
      {tools}
      <div className={css.stage}>
        {state.phase === 'failed' ? (
          <Failed failure={state.failure} onRetry={onReload} onOpen={isRefused ? null : openElsewhere} />
        ) : null}
        {state.phase === 'loading' || state.phase === 'shown' ? (
          <iframe
            className={css.frame}
            title={t('frameTitle', { name })}
            sandbox={state.page.sandbox}
            referrerPolicy="no-referrer"
            allow=""
            src={state.page.url}
            data-shown={state.phase === 'shown'}
            onLoad={() => {
              onLoad()
              onShown?.()
            }}
          />
        ) : null}
        {state.phase === 'preparing' || state.phase === 'loading' ? <Bones /> : null}
      </div>
      {state.phase === 'shown' && state.page.isForeign ? (
        // A page that refuses framing loads like any other; only the reader can see that it is empty.
        <p className={css.hint}>
          {t('nothingSeen')}{' '}
          <button type="button" onClick={openElsewhere}>
            {t('openWindow')}
          </button>
        </p>
      ) : null}
    </div>
  )
}

type FailedProps = { failure: Failure; onRetry: () => void; onOpen: (() => void) | null }

function Failed({ failure, onRetry, onOpen }: FailedProps) {
  const t = useWords('embedded')
  const words = {
    address: [t('addressTitle'), t('addressText')],
    ticket: [t('ticketTitle'), failure.text ?? ''],
    slow: [t('slowTitle'), t('slowText')],
    blocked: [t('blockedTitle'), t('blockedText')],
  } as const
  const [title, text] = words[failure.why]
  return (
    <div className={css.failed}>
      <RetryCard title={title} text={text} onRetry={onRetry} />
      {onOpen ? (
        <ActionButton tone="main" icon="external" onClick={onOpen}>
          {t('openWindow')}
        </ActionButton>
      ) : null}
    </div>
  )
}

/** Placeholder for the page. `isSilent`: something around it already announces the loading. */
export function Bones({ isSilent = false }: { isSilent?: boolean }) {
  const base = useWords('base')
  return (
    <div className={css.bones} {...(isSilent ? {} : { role: 'status', 'aria-label': base('loading') })}>
      <Skeleton height={28} width="46%" radius="md" />
      <Skeleton height={96} radius="lg" />
      <Skeleton height={96} radius="lg" />
    </div>
  )
}

/** How long a page may load before the reader is offered another way. */
const PATIENCE_MS = 15_000

export type Failure = { why: 'address' | 'ticket' | 'slow' | 'blocked'; text?: string }
export type FrameState =
  | { phase: 'preparing' }
  | { phase: 'loading' | 'shown'; page: FramePage }
  | { phase: 'failed'; failure: Failure }

/** One attempt to show a page: fetches what it needs, loads the frame, or names the failure. */
export function useFrame(prepare: () => Promise<FramePage | null>): { state: FrameState; onLoad: () => void } {
  const [state, setState] = useState<FrameState>({ phase: 'preparing' })
  const { phase } = state

  // One attempt prepares once, however often the screen renders.
  const begin = useEffectEvent(prepare)

  useEffect(() => {
    let left = false
    begin().then(
      (page) => {
        if (!left) setState(page ? { phase: 'loading', page } : failed('address'))
      },
      (error: unknown) => {
        if (!left) setState(failed('ticket', failureText(error)))
      },
    )
    return () => {
      left = true
    }
  }, [])

  useEffect(() => {
    if (phase !== 'loading') return
    const timer = setTimeout(() => setState(failed('slow')), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [phase])

  useEffect(() => {
    // Our policy stops a page that redirects to another site; the frame then shows the browser's grey error page.
    const onViolation = (event: SecurityPolicyViolationEvent) => {
      if (event.effectiveDirective === 'frame-src') setState(failed('blocked'))
    }
    document.addEventListener('securitypolicyviolation', onViolation)
    return () => document.removeEventListener('securitypolicyviolation', onViolation)
  }, [])

  const onLoad = () => setState((now) => (now.phase === 'loading' ? { ...now, phase: 'shown' } : now))
  return { state, onLoad }
}

function failed(why: Failure['why'], text?: string): FrameState {
  return { phase: 'failed', failure: text === undefined ? { why } : { why, text } }
}

/**
 * Opens a window whose address must be fetched first. Opens the empty window at once, because browsers allow that only
 * right after the press. Returns false when refused.
 */
export function openWindow(address: Promise<string>): boolean {
  const opened = window.open('', '_blank')
  if (!opened) return false
  opened.opener = null
  void address.then(
    (url) => opened.location.replace(url),
    () => opened.close(),
  )
  return true
}
