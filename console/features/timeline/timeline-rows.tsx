import { Link } from 'react-router'

import type { TimelineKind } from '../../../contract/console/choices.ts'
import type { TimelineRow } from '../../../contract/console/user-fields.ts'
import { Icon, type IconName } from '../../../ui/components/icon.tsx'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import items from '../show/item-rows.module.css'
import { Money } from '../show/money.tsx'
import { When } from '../show/when.tsx'
import { useEventWord } from './event-word.ts'
import { aboutText, timelinePath } from './history-row.ts'
import css from './timeline.module.css'

const icons: Record<TimelineKind, IconName> = {
  paid: 'wallet',
  moved: 'move',
  wrote: 'mail',
  connected: 'lines',
  helped: 'headset',
}

/** What happened to one user, the newest first. */
export function TimelineRows({ rows }: { rows: readonly TimelineRow[] }) {
  const t = useWords('user')
  if (rows.length === 0) return <p className={items.soft}>{t('nothing')}</p>
  return (
    <ul className={items.list}>
      {rows.map((row) => (
        <Entry key={row.id} row={row} />
      ))}
    </ul>
  )
}

function Entry({ row }: { row: TimelineRow }) {
  const t = useWords('user')
  const say = useEventWord()
  const path = timelinePath(row, useMay())
  const { kind, what, state, amountFen, at } = row
  return (
    <li className={items.line} data-kind={kind}>
      <span className={css.icon}>
        <Icon name={icons[kind]} size={16} />
      </span>
      <span className={css.words}>
        <span>
          {path === null ? say(what) : <Link to={path}>{say(what)}</Link>}
          {state ? <span className={items.soft}> · {say(state)}</span> : null}
        </span>
        <span className={items.soft}>{aboutText(row, 'timeline', t)}</span>
      </span>
      <span className={css.end}>
        {amountFen === null ? null : <Money fen={amountFen} />}
        <span className={items.soft}>
          <When at={at} ago />
        </span>
      </span>
    </li>
  )
}
