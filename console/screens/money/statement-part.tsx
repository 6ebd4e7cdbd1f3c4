import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useSearchParams } from 'react-router'

import { consoleApi } from '../../../contract/console/api.ts'
import type { Statement } from '../../../contract/console/money.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { recordText } from '../../../ui/words/date-text.ts'
import { ScreenActions } from '../../features/screen/screen-actions.tsx'
import { CsvButton } from '../../features/show/csv-button.tsx'
import { call } from '../../session/call.ts'
import { officeOf, useSession } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import css from './money.module.css'
import { BesidePart, OwnPart, SalesPart } from './statement-rows.tsx'

/** A month, exact to the fen: opening balance, every kind of entry, closing balance. It prints alone. */
export function StatementPart() {
  const t = useWords('money')
  const [address, setAddress] = useSearchParams()
  const month = address.get('month')
  const wish = month === null ? {} : { month }
  const query = useQuery({
    queryKey: [consoleApi.money.statement.path, month],
    queryFn: () => call(consoleApi.money.statement, wish),
    placeholderData: (before) => before,
  })
  return (
    <>
      <ScreenActions>
        <ActionButton tone="quiet" onClick={() => window.print()}>
          {t('print')}
        </ActionButton>
        <CsvButton load={() => call(consoleApi.money.exportStatement, wish)} />
      </ScreenActions>
      <Loaded
        query={query}
        failed={t('statementFailed')}
        card={t('tabStatement')}
        bones={<Bones count={3} height={160} />}
      >
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
              <OwnPart statement={statement} />
              <SalesPart statement={statement} />
            </div>
            <BesidePart statement={statement} />
            <Paper statement={statement} />
          </>
        )}
      </Loaded>
    </>
  )
}

function Paper({ statement }: { statement: Statement }) {
  const t = useWords('money')
  const office = officeOf(useSession())
  const [openedAt] = useState(() => new Date().toISOString())
  return createPortal(
    <div className={css.paper} data-print-sheet="">
      <h1 className={css.paperTitle}>
        {office?.title} · {t('statementTitle', { month: statement.month })}
      </h1>
      <p className={css.paperNote}>
        {recordText(statement.from)} – {recordText(statement.until)} · {t(statement.isFinal ? 'final' : 'notFinal')}
      </p>
      <OwnPart statement={statement} />
      <SalesPart statement={statement} />
      <BesidePart statement={statement} />
      <p className={css.paperNote}>{t('printedAt', { time: recordText(openedAt) })}</p>
    </div>,
    document.body,
  )
}
