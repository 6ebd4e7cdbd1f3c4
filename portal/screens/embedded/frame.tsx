import type { ReactNode } from 'react'

import { ActionButton } from '../../../ui/components/action-button.tsx'
import { IconButton } from '../../../ui/components/icon-button.tsx'
import { RetryCard } from '../../../ui/components/retry-card.tsx'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useWords } from '../../words/language.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { Bones } from './bones.tsx'
import css from './embedded.module.css'
import type { FramePage } from './frame-page.ts'
import { openWindow } from './open-window.ts'
import { type Failure, useFrame } from './use-frame.ts'

type Props = {
  name: string
  about: ReactNode
  prepare: () => Promise<FramePage | null>
  onReload: () => void
}

/** One load of an embedded page; a reload is a new one of these. */
export function Frame({ name, about, prepare, onReload }: Props) {
  const t = useWords('embedded')
  const { state, onLoad } = useFrame(prepare)
  const isRefused = state.phase === 'failed' && state.failure.why === 'address'
  const openElsewhere = () => {
    const address = prepare().then((page) => page?.url ?? Promise.reject(new Error('no address')))
    address.catch((error: unknown) => showMessage('error', failureText(error)))
    if (!openWindow(address)) showMessage('error', t('windowBlocked'))
  }
  return (
    <div className={css.box}>
      <div className={css.bar}>
        <p className={css.about}>{about}</p>
        <IconButton icon="refresh" label={t('reload')} onClick={onReload} />
        {isRefused ? null : <IconButton icon="external" label={t('openWindow')} onClick={openElsewhere} />}
      </div>
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
            onLoad={onLoad}
          />
        ) : null}
        {state.phase === 'preparing' || state.phase === 'loading' ? <Bones /> : null}
      </div>
      {state.phase === 'shown' && state.page.isForeign ? (
        // A page that refuses to be framed loads like any other; only the reader can see that nothing is there.
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
