import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'

import { api } from '../../../contract/api.ts'
import type { Connected, Line } from '../../../contract/lines.ts'
import { call } from '../../../ui/http/client.ts'
import { agoText } from '../../../ui/words/moment-text.ts'
import { useLanguage } from '../../../ui/words/word-store.ts'
import { userPath } from '../../paths.ts'
import { useKnownInfo } from '../../state/known-info.ts'
import { useWords } from '../../words/language.ts'
import css from './own-lines.module.css'

/** After the first calls of the page: a phone fetches six at a time. */
const ASK_AFTER_MS = 1500

/** Which line carried bytes last, or the way to the first one. Nothing when they flowed before such times were kept. */
export function LastConnected({ lines }: { lines: readonly Line[] }) {
  const t = useWords('lines')
  const language = useLanguage()
  const last = lastUsed(lines)
  const hasConnected = useKnownInfo((info) => info.hasConnected) ?? false
  if (!last && hasConnected) return null
  return (
    <p className={css.last}>
      {last ? t('lastUsed', { name: last.name, ago: agoText(last.at, language) }) : <NotConnected />}
    </p>
  )
}

/** Which step is missing: a client may have taken the lines already. */
function NotConnected() {
  const t = useWords('lines')
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), ASK_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  const { data } = useQuery({
    enabled: isDue,
    queryKey: ['connected', 'ever'],
    queryFn: () => call(api.lines.connected, {}, { skipRecent: true }),
  })
  return <Link to={userPath('line_list')}>{missingStep(t, data)}</Link>
}

function missingStep(t: ReturnType<typeof useWords<'lines'>>, connected: Connected | undefined): string {
  if (connected?.stage !== 'imported') return t('notConnectedYet')
  return connected.client ? t('importedNotOn', { client: connected.client }) : t('someImportedNotOn')
}

function lastUsed(lines: readonly Line[]): { name: string; at: string } | null {
  return lines.reduce<{ name: string; at: string } | null>((last, { nodeName: name, lastConnectedAt: at }) => {
    return at !== null && (last === null || at > last.at) ? { name, at } : last
  }, null)
}
