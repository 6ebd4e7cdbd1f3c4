import { Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ComponentType, type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { useSearchParams } from 'react-router'

import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { recordText } from '../../../ui/words/date-text.ts'
import { useWords } from '../../words/language.ts'
import { ScreenActions } from '../screen/screen-actions.tsx'
import { CsvButton } from '../show/csv-button.tsx'
import css from './statement.module.css'

type Month = { month?: string }
type Monthly = { month: string; months: string[]; from: string; until: string; isFinal: boolean }
type Props<Statement extends Monthly> = {
  /** Name of the tab, shown above a failed load. */
  tab: string
  /** Heading on paper. */
  title: (month: string) => string
  /** Key of the query: the route's path. */
  path: string
  load: (month: Month) => Promise<Statement>
  csv: (month: Month) => ReturnType<ComponentProps<typeof CsvButton>['load']>
  bones: ReactNode
  /** Stand side by side on a wide screen. */
  Columns: ComponentType<{ statement: Statement }>
  Below?: ComponentType<{ statement: Statement }>
}

/** A month of books with a choice of months and a CSV file. It prints alone. */
export function StatementFrame<Statement extends Monthly>(props: Props<Statement>) {
  const { tab, path, load, csv, bones, Columns, Below } = props
  const t = useWords('statement')
  const [address, setAddress] = useSearchParams()
  const month = address.get('month')
  const wish = month === null ? {} : { month }
  const query = useQuery({
    queryKey: [path, month],
    queryFn: () => load(wish),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <ScreenActions
        quiet={
          <>
            <ActionButton tone="quiet" onClick={() => window.print()}>
              {t('print')}
            </ActionButton>
            <CsvButton load={() => csv(wish)} />
          </>
        }
      />
      <Loaded query={query} failed={t('failed')} card={tab} bones={bones}>
        {(statement) => (
          <>
            <div className={css.monthRow}>
              <Select
                className={css.month!}
                aria-label={t('month')}
                data={statement.months}
                value={month ?? statement.month}
                allowDeselect={false}
                onChange={(value) => setAddress({ tab: 'statement', ...(value ? { month: value } : {}) })}
              />
              <StateWord tone={statement.isFinal ? 'good' : 'busy'}>
                {t(statement.isFinal ? 'final' : 'notFinal')}
              </StateWord>
            </div>
            <div className={css.columns}>
              <Columns statement={statement} />
            </div>
            {Below ? <Below statement={statement} /> : null}
            <Paper {...props} statement={statement} />
          </>
        )}
      </Loaded>
    </>
  )
}

type PaperProps<Statement extends Monthly> = Pick<Props<Statement>, 'title' | 'Columns' | 'Below'> & {
  statement: Statement
}

function Paper<Statement extends Monthly>({ title, Columns, Below, statement }: PaperProps<Statement>) {
  const t = useWords('statement')
  const [openedAt] = useState(() => new Date().toISOString())
  const { month, from, until, isFinal } = statement
  return createPortal(
    <div className={css.paper} data-print-sheet="">
      <h1 className={css.paperTitle}>{title(month)}</h1>
      <p className={css.paperNote}>
        {recordText(from)} – {recordText(until)} · {t(isFinal ? 'final' : 'notFinal')}
      </p>
      <Columns statement={statement} />
      {Below ? <Below statement={statement} /> : null}
      <p className={css.paperNote}>{t('printedAt', { time: recordText(openedAt) })}</p>
    </div>,
    document.body,
  )
}
