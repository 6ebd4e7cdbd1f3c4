import { useState } from 'react'
import { Link } from 'react-router'

import type { Connected, Line } from '../../../contract/lines.ts'
import { isWorking } from '../../../ui/components/line-look.ts'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { useNow } from '../../../ui/components/use-now.ts'
import { agoText } from '../../../ui/words/moment-text.ts'
import { useLanguage } from '../../../ui/words/word-store.ts'
import { lastContact } from '../../features/lines/last-contact.ts'
import { carriesNow, ownLineLook } from '../../features/lines/looks.ts'
import { userPath } from '../../paths.ts'
import { useKnownInfo } from '../../state/known-info.ts'
import { useWords } from '../../words/language.ts'
import css from './own-lines.module.css'
import { LOOK_FOR_MS, useLook } from './use-look.ts'

/** Whether bytes flow now: the line that carries them, or the last one with a way to look, or the missing step. */
export function LastConnected({ lines }: { lines: readonly Line[] }) {
  const t = useWords('user')
  const language = useLanguage()
  const nowMs = useNow()
  const last = lastContact(lines)
  const hasConnected = useKnownInfo((info) => info.hasConnected) ?? false
  const canConnect = lines.some((line) => isWorking(ownLineLook(line).word))
  if (!last && !hasConnected) {
    return (
      <p className={css.last}>
        <NotConnected />
      </p>
    )
  }
  if (last && carriesNow(last.at, nowMs)) {
    return (
      <p className={css.last} role="status">
        <StateWord tone="good">{t('onlineNow', { name: last.name })}</StateWord>
      </p>
    )
  }
  // Bytes may have flowed before such times were kept.
  if (!last && !canConnect) return null
  return (
    <p className={css.last}>
      {last ? <span>{t('lastUsed', { name: last.name, ago: agoText(last.at, language, nowMs) })}</span> : null}
      {canConnect ? <Asked nowMs={nowMs} knownAt={last?.at ?? null} /> : null}
    </p>
  )
}

/** Looks when asked to: somebody who only reads costs nothing. */
function Asked({ nowMs, knownAt }: { nowMs: number; knownAt: string | null }) {
  const t = useWords('user')
  const [askedAtMs, setAskedAtMs] = useState<number | null>(null)
  useLook({ sinceMs: askedAtMs, knownAt })
  if (askedAtMs === null) {
    return (
      <button type="button" onClick={() => setAskedAtMs(Date.now())}>
        {t('askNow')}
      </button>
    )
  }
  if (nowMs - askedAtMs < LOOK_FOR_MS) return <span role="status">{t('looking')}</span>
  return <Link to={userPath('line_list')}>{t('noneFlows')}</Link>
}

/** Which step is missing: a client may have taken the lines already. Then the switch is looked for. */
function NotConnected() {
  const t = useWords('user')
  const [sinceMs] = useState(() => Date.now())
  const data = useLook({ sinceMs, knownAt: null, isLate: true })
  return <Link to={userPath('line_list')}>{missingStep(t, data)}</Link>
}

function missingStep(t: ReturnType<typeof useWords<'user'>>, connected: Connected | undefined): string {
  if (connected?.stage !== 'imported') return t('notConnectedYet')
  return connected.client ? t('importedNotOn', { client: connected.client }) : t('someImportedNotOn')
}
