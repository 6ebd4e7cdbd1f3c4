import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useSearchParams } from 'react-router'

import { consoleApi } from '../../../contract/console/api.ts'
import type { PlatformStatement } from '../../../contract/console/books.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { recordText } from '../../../ui/words/date-text.ts'
import { ScreenActions } from '../../features/screen/screen-actions.tsx'
import { CsvButton } from '../../features/show/csv-button.tsx'
import { FactRows } from '../../features/show/fact-rows.tsx'
import { Money } from '../../features/show/money.tsx'
import { Section } from '../../features/show/section.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import css from './books.module.css'
import { kindWord } from './kind-word.ts'

/** A month of the platform, exact to the fen: money in and out, and earnings. It prints alone. */
export function StatementPart() {
  const t = useWords('books')
  const [address, setAddress] = useSearchParams()
  const month = address.get('month')
  const wish = month === null ? {} : { month }
  const query = useQuery({
    queryKey: [consoleApi.books.statement.path, month],
    queryFn: () => call(consoleApi.books.statement, wish),
    placeholderData: (before) => before,
  })
  return (
    <>
      <ScreenActions>
        <ActionButton tone="quiet" onClick={() => window.print()}>
          {t('print')}
        </ActionButton>
        <CsvButton load={() => call(consoleApi.books.exportStatement, wish)} />
      </ScreenActions>
      <Loaded
        query={query}
        failed={t('statementFailed')}
        card={t('tabStatement')}
        bones={<Bones count={2} height={200} />}
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
              <Final statement={statement} />
            </div>
            <div className={css.columns}>
              <Bank statement={statement} />
              <Revenue statement={statement} />
            </div>
            <Paper statement={statement} />
          </>
        )}
      </Loaded>
    </>
  )
}

type Props = { statement: PlatformStatement }

function Final({ statement: { isFinal } }: Props) {
  const t = useWords('books')
  return <StateWord tone={isFinal ? 'good' : 'busy'}>{t(isFinal ? 'final' : 'notFinal')}</StateWord>
}

function Bank({ statement: { bank } }: Props) {
  const t = useWords('books')
  const flows = bank.kinds.flatMap(({ kind, inFen, outFen }) => [
    { name: t('flowIn', { kind: kindWord(t, kind) }), fen: inFen },
    { name: t('flowOut', { kind: kindWord(t, kind) }), fen: 0 - outFen },
  ])
  const moved = flows.filter(({ fen }) => fen !== 0)
  return (
    <Section title={t('bank')} text={t('bankText')}>
      <FactRows
        rows={[
          { name: t('opening'), value: <Money fen={bank.openingFen} /> },
          ...moved.map(({ name, fen }) => ({ name, value: <Money fen={fen} isEntry /> })),
          { name: t('closing'), value: <Money fen={bank.closingFen} />, isSum: true },
        ]}
      />
    </Section>
  )
}

function Revenue({ statement: { revenue } }: Props) {
  const t = useWords('books')
  return (
    <Section title={t('revenue')} text={t('revenueText')}>
      <FactRows
        rows={[
          { name: t('opening'), value: <Money fen={revenue.openingFen} /> },
          ...revenue.kinds.map(({ kind, amountFen }) => ({
            name: kindWord(t, kind),
            value: <Money fen={amountFen} isEntry />,
          })),
          { name: t('closing'), value: <Money fen={revenue.closingFen} />, isSum: true },
        ]}
      />
    </Section>
  )
}

function Paper({ statement }: Props) {
  const t = useWords('books')
  const [openedAt] = useState(() => new Date().toISOString())
  return createPortal(
    <div className={css.paper} data-print-sheet="">
      <h1 className={css.paperTitle}>{t('statementTitle', { month: statement.month })}</h1>
      <p className={css.paperNote}>
        {recordText(statement.from)} – {recordText(statement.until)} · {t(statement.isFinal ? 'final' : 'notFinal')}
      </p>
      <Bank statement={statement} />
      <Revenue statement={statement} />
      <p className={css.paperNote}>{t('printedAt', { time: recordText(openedAt) })}</p>
    </div>,
    document.body,
  )
}
