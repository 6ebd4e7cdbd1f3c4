import type { Quote } from '../../../contract/packages.ts'
import { MoneyDone } from '../../features/buying/money-done.tsx'
import { useWords } from '../../words/language.ts'
import { useAfterRows } from './use-after-rows.ts'
import { useLinesStep } from './use-lines-step.ts'

const titles = { new: 'newDone', renew: 'renewDone', upgrade: 'upgradeDone', pack: 'packDone' } as const

export function Bought({ quote, onClose }: { quote: Quote; onClose: () => void }) {
  const t = useWords('packages')
  const rows = useAfterRows(quote)
  const next = useLinesStep()
  return <MoneyDone title={t(titles[quote.action])} rows={rows} next={next} onClose={onClose} />
}
