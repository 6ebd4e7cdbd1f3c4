import { useSearchParams } from 'react-router'

import { Segments } from '../../../ui/components/segments.tsx'
import items from '../../features/show/item-rows.module.css'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import css from './books.module.css'
import { ChecksPart } from './checks-part.tsx'
import { StatementPart } from './statement-part.tsx'

/** Whether the books are right, and the platform's result of a month. */
export default function BooksScreen() {
  const t = useWords('books')
  const mayRun = useMay()('books.run')
  const [address, setAddress] = useSearchParams()
  const tab = address.get('tab') === 'statement' || !mayRun ? 'statement' : 'checks'
  return (
    <div className={css.page}>
      {mayRun ? (
        <div className={items.tabs}>
          <Segments
            label={t('tabs')}
            value={tab}
            options={[
              { value: 'checks', label: t('tabChecks') },
              { value: 'statement', label: t('tabStatement') },
            ]}
            onChange={(value) => setAddress({ tab: value }, { replace: true })}
          />
        </div>
      ) : null}
      {tab === 'checks' ? <ChecksPart /> : <StatementPart />}
    </div>
  )
}
