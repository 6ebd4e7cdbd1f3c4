import { useId } from 'react'

import type { PayType } from '../../../contract/payments.ts'
import { useWords } from '../../words/language.ts'
import choice from '../../../ui/components/choice-list.module.css'
import { Glyph } from '../../../ui/components/glyph.tsx'
import { PayMark } from './pay-mark.tsx'
import css from './way-list.module.css'

type Props = { ways: readonly PayType[]; chosenId: string | null; onChoose: (way: PayType) => void }

export function WayList({ ways, chosenId, onChoose }: Props) {
  const t = useWords('paying')
  // The page under a sheet may show the same list.
  const name = useId()
  return (
    <fieldset className={choice.list}>
      <legend className={choice.legend}>{t('chooseWay')}</legend>
      {ways.map((way) => (
        <label key={way.id} className={choice.choice}>
          <input
            type="radio"
            className={choice.radio}
            name={name}
            value={way.id}
            checked={way.id === chosenId}
            onChange={() => onChoose(way)}
          />
          <PayMark icon={way.icon} />
          <span className={css.name}>{way.name}</span>
          {way.sandbox ? <span className={css.tag}>{t('sandboxTag')}</span> : null}
          <span className={choice.tick} aria-hidden="true">
            <Glyph name="check" size={14} />
          </span>
        </label>
      ))}
    </fieldset>
  )
}
