import { useState } from 'react'
import { Link } from 'react-router'

import type { Line } from '../../../contract/lines.ts'
import { isWorking } from '../../../ui/components/line-look.ts'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { useNow } from '../../../ui/components/use-now.ts'
import { agoText } from '../../../ui/words/moment-text.ts'
import { useLanguage } from '../../../ui/words/word-store.ts'
import { lastContact } from '../../features/lines/last-contact.ts'
import { carriesNow, ownLineLook } from '../../features/lines/looks.ts'
import { userPath } from '../../paths.ts'
import { useWords } from '../../words/language.ts'
import css from './own-lines.module.css'
import { LOOK_FOR_MS, useLook } from './use-look.ts'

/** Whether bytes flow now: the line that carries them, or the last one with a way to look. */
export function LastConnected({ lines }: { lines: readonly Line[] }) {
  const t = useWords('user')
  const language = useLanguage()
  const nowMs = useNow()
  const last = lastContact(lines)
  const canConnect = lines.some((line) => isWorking(ownLineLook(line).word))
  if (!last) return null
  if (carriesNow(last.at, nowMs)) {
    return (
      <p className={css.last} role="status">
        <StateWord tone="good">{t('onlineNow', { name: last.name })}</StateWord>
      </p>
    )
  }
  return (
    <p className={css.last}>
      <span>{t('lastUsed', { name: last.name, ago: agoText(last.at, language, nowMs) })}</span>
      {canConnect ? <Asked nowMs={nowMs} knownAt={last.at} /> : null}
    </p>
  )
}

/** Looks when asked to: somebody who only reads costs nothing. */
function Asked({ nowMs, knownAt }: { nowMs: number; knownAt: string }) {
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
