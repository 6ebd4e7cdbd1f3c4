import { consoleApi } from '../../../contract/console/api.ts'
import type { PriceRow } from '../../../contract/console/prices.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { useRun } from '../../features/show/use-run.ts'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { undoOf, type useLastChange } from './last-change.ts'
import css from './prices.module.css'

type Props = { change: ReturnType<typeof useLastChange>; rows: readonly PriceRow[]; onDone: () => void }

/** For ten minutes after a rule: the prices of before, by one press. */
export function UndoBar({ change, rows, onDone }: Props) {
  const t = useWords('prices')
  const { last, leftMs, forget } = change
  const { busy, failure, run } = useRun()
  if (last === null) return null
  const undo = async () => {
    const { changes, off } = undoOf(last, rows)
    if (changes.length > 0) await call(consoleApi.prices.set, { changes })
    for (const offer of off) await call(consoleApi.prices.switch, { ...offer, on: false })
    forget()
    showMessage('success', t('undone'))
    onDone()
  }
  // Rounded to the nearest: ten minutes stay ten although two clocks differ by a second.
  const minutes = Math.max(1, Math.round(leftMs / 60_000))
  return (
    <div className={css.undo} role="status">
      <span>{t('undoText', { count: last.rows.length, minutes })}</span>
      <ActionButton tone="quiet" busy={busy} onClick={() => void run(undo)}>
        {t('undo')}
      </ActionButton>
      {failure === null ? null : <Callout tone="bad">{failure}</Callout>}
    </div>
  )
}
