import { useQuery } from '@tanstack/react-query'

import { consoleApi } from '../../../contract/console/api.ts'
import items from '../../features/show/item-rows.module.css'
import { Section } from '../../features/show/section.tsx'
import { WordRow } from '../../features/tell/word-row.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'

export const ownWordsKey = [consoleApi.network.words.path]

/** What this team told the platform, and the answers. */
export function OwnWords() {
  const t = useWords('tell')
  const { data } = useQuery({ queryKey: ownWordsKey, queryFn: () => call(consoleApi.network.words, {}) })
  if (!data || data.rows.length === 0) return null
  return (
    <Section title={t('ownTitle')}>
      <ul className={items.list}>
        {data.rows.map((word) => (
          <WordRow
            key={word.id}
            word={word}
            from={word.member}
            end={word.answer === null ? <span className={items.soft}>{t('noAnswer')}</span> : null}
          />
        ))}
      </ul>
    </Section>
  )
}
