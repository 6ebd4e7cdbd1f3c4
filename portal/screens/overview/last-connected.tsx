import { Link } from 'react-router'

import type { Line } from '../../../contract/lines.ts'
import { agoText } from '../../../ui/words/moment-text.ts'
import { useLanguage } from '../../../ui/words/word-store.ts'
import { userPath } from '../../paths.ts'
import { useWords } from '../../words/language.ts'
import css from './own-lines.module.css'

/** Which line carried bytes last, or the way to the first one. */
export function LastConnected({ lines }: { lines: readonly Line[] }) {
  const t = useWords('lines')
  const language = useLanguage()
  const last = lastUsed(lines)
  return (
    <p className={css.last}>
      {last ? (
        t('lastUsed', { name: last.name, ago: agoText(last.at, language) })
      ) : (
        <Link to={userPath('line_list')}>{t('notConnectedYet')}</Link>
      )}
    </p>
  )
}

function lastUsed(lines: readonly Line[]): { name: string; at: string } | null {
  return lines.reduce<{ name: string; at: string } | null>((last, { nodeName: name, lastConnectedAt: at }) => {
    return at !== null && (last === null || at > last.at) ? { name, at } : last
  }, null)
}
