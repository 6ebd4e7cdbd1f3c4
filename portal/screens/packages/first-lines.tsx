import { useState } from 'react'

import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { Flag } from '../../../ui/components/flag.tsx'
import { chatApp } from '../../../ui/device/chat-app.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { ConnectCard } from '../../features/lines/connect-card.tsx'
import { isUnderWay } from '../../features/lines/count-installs.ts'
import { clientsFor, systemOf } from '../../features/lines/import-links.ts'
import { useClients } from '../../features/lines/use-clients.ts'
import { useFirstLines } from '../../features/lines/use-first-lines.ts'
import { useNoticeImports } from '../../features/lines/use-import-tap.ts'
import type { Next } from '../../features/paying/outcome-step.tsx'
import { useBrand } from '../../state/brand.ts'
import { useKnownInfo } from '../../state/known-info.ts'
import { useWords } from '../../words/language.ts'
import css from './first-lines.module.css'

/** Below the result of a first plan: its lines appear by themselves, and one tap takes them into a client. */
export function FirstLines({ next, onDone }: { next: Next | undefined; onDone: () => void }) {
  const t = useWords('packages')
  const base = useWords('base')
  const { title } = useBrand()
  const { data, error, isReady, refetch } = useFirstLines()
  const system = systemOf()
  const [client] = clientsFor(useClients(), system)
  useNoticeImports()
  if (error) {
    return (
      <div className="gap2">
        <Callout tone="bad">{failureText(error)}</Callout>
        <ActionButton fill onClick={() => void refetch()}>
          {base('retry')}
        </ActionButton>
      </div>
    )
  }
  const lines = data?.lines ?? []
  // A client that comes before the first line works would find none.
  const canImport = data && lines.some(({ state }) => state === 'active') && client && chatApp() === null
  return (
    <div className="gap3">
      <ul className={css.lines} aria-label={t('firstLines')}>
        {lines.map((line) => (
          <li key={line.id} className={css.line}>
            <Flag region={line.region} size={24} />
            <span className={css.name}>{line.nodeName}</span>
            <span className={css.state}>{t(isUnderWay(line) ? 'firstBusy' : 'firstReady')}</span>
          </li>
        ))}
      </ul>
      <p className={css.text} role="status">
        {t(data === undefined || !isReady ? 'firstWait' : lines.length === 0 ? 'firstNone' : 'firstDone')}
      </p>
      {canImport ? (
        <ConnectCard
          client={client}
          system={system}
          url={data.subscriptionUrl}
          title={title}
          onOthers={next?.onNext}
          onDone={onDone}
        />
      ) : null}
      {next ? (
        <ActionButton fill tone={chatApp() === null ? 'quiet' : 'main'} onClick={next.onNext}>
          {next.label}
        </ActionButton>
      ) : null}
    </div>
  )
}

/**
 * Whether the buyer has yet to connect. Stays true once it was: what then changes must not take this part away again.
 */
export function useIsFirst(): boolean {
  const hasNone = useKnownInfo((info) => info.lineCount === 0 || !info.hasConnected) ?? false
  const [isFirst, setIsFirst] = useState(hasNone)
  if (hasNone && !isFirst) setIsFirst(true)
  return isFirst
}
