import { consoleApi } from '../../../contract/console/api.ts'
import type { PlatformStatement } from '../../../contract/console/books.ts'
import { Bones } from '../../../ui/components/loaded.tsx'
import { FactRows } from '../../features/show/fact-rows.tsx'
import { Money } from '../../features/show/money.tsx'
import { Section } from '../../features/show/section.tsx'
import { StatementFrame } from '../../features/statement/statement-frame.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { kindWord } from './kind-word.ts'

/** A month of the platform, exact to the fen: money in and out, and earnings. */
export function StatementPart() {
  const t = useWords('books')
  return (
    <StatementFrame
      tab={t('tabStatement')}
      title={(month) => t('statementTitle', { month })}
      path={consoleApi.books.statement.path}
      load={(month) => call(consoleApi.books.statement, month)}
      csv={(month) => call(consoleApi.books.exportStatement, month)}
      bones={<Bones count={2} height={200} />}
      Columns={Columns}
    />
  )
}

type Props = { statement: PlatformStatement }

function Columns({ statement }: Props) {
  return (
    <>
      <Bank statement={statement} />
      <Revenue statement={statement} />
    </>
  )
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
