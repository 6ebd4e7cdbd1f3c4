import { Link } from 'react-router'

import type { Line } from '../../../contract/lines.ts'
import { userPath } from '../../paths.ts'
import { useWords } from '../../words/language.ts'
import css from './line-row.module.css'
import { nextStepOf } from './next-step.ts'
import { StepText } from './step-text.tsx'

type Props = { line: Line; onMove: () => void; onRetry: () => void }

/** The problem of this line, and the one thing to do about it. */
export function RowHint({ line, onMove, onRetry }: Props) {
  const t = useWords('line-list')
  const step = nextStepOf(line)
  if (!step) return null
  return (
    <div className={css.hint}>
      <p>
        <StepText line={line} step={step} />
      </p>
      {step.does === 'upgrade' ? (
        <Link to={userPath('tcBuy')}>{t('upgrade')}</Link>
      ) : (
        <button type="button" onClick={step.does === 'retry' ? onRetry : onMove}>
          {t(step.does)}
        </button>
      )}
    </div>
  )
}
