import type { LinkState } from '../../../ui/http/event-stream.ts'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { useWords } from '../../words/language.ts'
import { timeText } from '../../features/monitor/node-look.ts'
import css from './link-sign.module.css'

const looks = {
  connecting: { tone: 'busy', word: 'connecting' },
  live: { tone: 'good', word: 'live' },
  waiting: { tone: 'bad', word: 'reconnecting' },
} as const

/** Whether what is on the screen is now, and if not, of when it is. */
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
