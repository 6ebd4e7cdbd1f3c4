import type { UseMutationResult } from '@tanstack/react-query'

import type { Line } from '../../../contract/lines.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { useCountdown } from '../../../ui/components/use-countdown.ts'
import { useWords } from '../../words/language.ts'
import css from './move-strip.module.css'
import type { LastMove } from './use-line-actions.ts'

type Props = { move: LastMove; undo: UseMutationResult<Line, Error, Line> }

/** For the seconds in which a move can be taken back. */
export function MoveStrip({ move: { line, untilMs }, undo }: Props) {
  const t = useWords('line-list')
  const seconds = useCountdown(untilMs)
  if (seconds === 0 && !undo.isPending) return null
  return (
    <div className={css.strip}>
      <p className={css.text}>
        <span role="status">{t('moveGoing', { name: line.nodeName })}</span>{' '}
        <span className={css.left}>{t('moveLeft', { seconds })}</span>
      </p>
      <div>
        <ActionButton tone="quiet" busy={undo.isPending} onClick={() => undo.mutate(line)}>
          {t('undo')}
        </ActionButton>
      </div>
    </div>
  )
}
