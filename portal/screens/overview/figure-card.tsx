import type { ReactNode } from 'react'

import { Card } from '../../../ui/components/card.tsx'
import css from './figure-card.module.css'

type Props = { title: string; isLong?: boolean; figure: ReactNode; note?: string; action: ReactNode }

/** One figure and what to do about it: the button stands below on a phone and beside it on a desk. */
export function FigureCard({ title, isLong = false, figure, note, action }: Props) {
  return (
    <Card title={title}>
      <div className={css.body}>
        <div>
          <p className={css.figure} data-long={isLong}>
            {figure}
          </p>
          {note ? <p className={css.note}>{note}</p> : null}
        </div>
        {action ? <div className={css.action}>{action}</div> : null}
      </div>
    </Card>
  )
}
