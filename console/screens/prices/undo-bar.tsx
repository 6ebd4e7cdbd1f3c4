import { consoleApi } from '../../../contract/console/api.ts'
import type { PriceRow } from '../../../contract/console/prices.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { useNow } from '../../../ui/components/use-now.ts'
import { useRun } from '../../features/show/use-run.ts'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { UNDO_MS, undoOf, useLastChange } from './last-change.ts'
import css from './prices.module.css'

/** For ten minutes after a rule: the prices of before, by one press. */
export function UndoBar({ rows, onDone }: { rows: readonly PriceRow[]; onDone: () => void }) {
  const t = useWords('prices')
  const last = useLastChange((state) => state.last)
  const nowMs = useNow()
  const { busy, failure, run } = useRun()
  if (last === null || nowMs - last.atMs >= UNDO_MS) return null
  const undo = async () => {
    const { changes, off } = undoOf(last, rows)
    if (changes.length > 0) await call(consoleApi.prices.set, { changes })
    for (const offer of off) await call(consoleApi.prices.switch, { ...offer, on: false })
    useLastChange.setState({ last: null })
    showMessage('success', t('undone'))
    onDone()
  }
  // The page's clock may be a little older than the change.
  const leftMs = Math.min(UNDO_MS, last.atMs + UNDO_MS - nowMs)
  const minutes = Math.ceil(leftMs / 60_000)
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
