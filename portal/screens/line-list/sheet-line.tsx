import { formatBytes } from '../../../contract/bytes.ts'
import type { Line } from '../../../contract/lines.ts'
import { Flag, regionText } from '../../../ui/components/flag.tsx'
import { List, ListRow } from '../../../ui/components/list.tsx'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { agoText } from '../../../ui/words/moment-text.ts'
import { useLanguage } from '../../../ui/words/word-store.ts'
import { ownLineLook, rateText } from '../../features/lines/looks.ts'
import { useWords } from '../../words/language.ts'

/** Identifies the line in one row; only its region if the sheet's title already names it. */
export function SheetLine({ line, isNamed = false }: { line: Line; isNamed?: boolean }) {
  const t = useWords('user')
  const language = useLanguage()
  const look = ownLineLook(line)
  const { lastConnectedAt } = line
  return (
    <List>
      <ListRow
        sign={<Flag region={line.region} size={36} />}
        name={isNamed ? regionText(line.region, language) : line.nodeName}
        about={
          <>
            <span>{t('today', { amount: formatBytes(line.todayBytes) })}</span>
            {line.ratePercent === 100 ? null : <span>{t('rate', { rate: rateText(line.ratePercent) })}</span>}
            {lastConnectedAt !== null ? (
              <span>{t('lastConnected', { ago: agoText(lastConnectedAt, language) })}</span>
            ) : line.todayBytes === 0 ? (
              <span>{t('neverConnected')}</span>
            ) : null}
          </>
        }
        value={<StateWord tone={look.tone}>{t(look.word)}</StateWord>}
      />
    </List>
  )
}
