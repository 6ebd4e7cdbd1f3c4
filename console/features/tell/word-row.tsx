import type { ReactNode } from 'react'

import type { PlatformWord } from '../../../contract/console/network.ts'
import { useWords } from '../../words/language.ts'
import items from '../show/item-rows.module.css'
import { When } from '../show/when.tsx'

/** One word to the platform with its answer, or with what can be done about it. */
export function WordRow({ word, from, end }: { word: PlatformWord; from: string; end?: ReactNode }) {
  const t = useWords('tell')
  const { text, about, at, answer } = word
  return (
    <li className={items.item}>
      <span className={items.words}>
        <span>{about === null ? text : t('aboutText', { name: about, text })}</span>
        <span className={items.soft}>
          {from} · <When at={at} ago />
        </span>
        {answer === null ? null : (
          <span className={items.soft}>
            {t('answerOf', { name: answer.by, text: answer.text })} · <When at={answer.at} ago />
          </span>
        )}
      </span>
      {end}
    </li>
  )
}
