import { consoleApi } from '../../../contract/console/api.ts'
import type { Statement } from '../../../contract/console/money.ts'
import { Bones } from '../../../ui/components/loaded.tsx'
import { StatementFrame } from '../../features/statement/statement-frame.tsx'
import { call } from '../../session/call.ts'
import { officeOf, useSession } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { BesidePart, OwnPart, SalesPart } from './statement-rows.tsx'

/** A month of a reseller, exact to the fen: opening balance, every kind of entry, closing balance. */
export function StatementPart() {
  const t = useWords('money')
  const office = officeOf(useSession())
  return (
    <StatementFrame
      tab={t('tabStatement')}
      title={(month) => `${office?.title} · ${t('statementTitle', { month })}`}
      path={consoleApi.money.statement.path}
      load={(month) => call(consoleApi.money.statement, month)}
      csv={(month) => call(consoleApi.money.exportStatement, month)}
      bones={<Bones count={3} height={160} />}
      Columns={Columns}
      Below={BesidePart}
    />
  )
}

function Columns({ statement }: { statement: Statement }) {
  return (
    <>
      <OwnPart statement={statement} />
      <SalesPart statement={statement} />
    </>
  )
}
