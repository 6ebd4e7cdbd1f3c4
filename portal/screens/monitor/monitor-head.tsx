import { useState } from 'react'
import { useNavigate } from 'react-router'

import { LanguageRow } from '../../../ui/components/auth/language-row.tsx'
import { IconButton } from '../../../ui/components/icon.tsx'
import { chooseLanguage } from '../../../ui/components/look.ts'
import { SchemeButton } from '../../../ui/components/scheme-button.tsx'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import type { LinkState } from '../../../ui/http/event-stream.ts'
import { useLanguage } from '../../../ui/words/word-store.ts'
import { timeText } from '../../features/monitor/node-look.ts'
import type { Live } from '../../features/monitor/use-live.ts'
import { signOutMonitor } from '../../session/monitor-session.ts'
import { useBrand } from '../../state/brand.ts'
import { useWords, wordsOf } from '../../words/language.ts'
import css from './monitor-head.module.css'
import { ResellerFilter } from './reseller-filter.tsx'

type Props = { live: Live; dailiKey: number | null; onReseller: (dailiKey: number | null) => void }

export function MonitorHead({ live, dailiKey, onReseller }: Props) {
  const t = useWords('monitor')
  const base = useWords('base')
  const brand = useBrand()
  const language = useLanguage()
  const { leaving, leave } = useSignOut()
  const { overview } = live
  // A monitor without platform figures is limited to one reseller.
  const ownKey = overview?.platform === null ? overview.resellerId : null
  return (
    <header className={css.head}>
      <img className={css.icon} src={brand.icon} alt="" width="32" height="32" />
      <h1 className={css.title}>
        {t('title')}
        <span className={css.brand}>{brand.title}</span>
      </h1>
      {live.refusal ? null : <LinkSign link={live.link} heardAtMs={live.heardAtMs} />}
      <div className={css.filter}>
        {ownKey === null ? (
          <ResellerFilter key={dailiKey} dailiKey={dailiKey} onChoose={onReseller} />
        ) : (
          <span className={css.own}>{t('ownReseller', { key: ownKey })}</span>
        )}
      </div>
      <div className={css.tools}>
        <div className={css.languages}>
          <LanguageRow current={language} onChoose={(next) => void chooseLanguage(next)} />
        </div>
        <SchemeButton label={base('switchScheme')} />
        <IconButton icon="logout" label={t('signOut')} busy={leaving} onClick={leave} />
      </div>
    </header>
  )
}

const looks = {
  connecting: { tone: 'busy', word: 'connecting' },
  live: { tone: 'good', word: 'live' },
  waiting: { tone: 'bad', word: 'reconnecting' },
} as const

/** Whether the figures are current, and if not, how old they are. */
export function LinkSign({ link, heardAtMs }: { link: LinkState; heardAtMs: number }) {
  const t = useWords('monitor')
  const { tone, word } = looks[link]
  const time = heardAtMs > 0 ? timeText(heardAtMs) : null
  return (
    <p className={css.sign}>
      <span role="status">
        <StateWord tone={tone}>{t(word)}</StateWord>
      </span>
      {time === null ? null : <span className={css.time}>{link === 'live' ? time : t('staleSince', { time })}</span>}
    </p>
  )
}

export function useSignOut(): { leaving: boolean; leave: () => void } {
  const [leaving, setLeaving] = useState(false)
  const navigate = useNavigate()

  async function leave(): Promise<void> {
    setLeaving(true)
    const revoked = await signOutMonitor()
    if (!revoked) showMessage('info', wordsOf('monitor')('signedOutHere'))
    await navigate('/loginMonitor', { replace: true })
  }

  return { leaving, leave: () => void (leaving ? undefined : leave()) }
}
