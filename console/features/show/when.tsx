import { recordText } from '../../../ui/words/date-text.ts'
import { agoText } from '../../../ui/words/moment-text.ts'
import { useLanguage } from '../../../ui/words/word-store.ts'
import { useDeadlineText } from '../../session/business-zone.ts'
import css from './when.module.css'

type Props = {
  /** Null: never. */
  at: string | null
  /** Show how long ago it was; the exact time appears under the pointer. */
  ago?: boolean
}

/** A time by the business's clock. */
export function When({ at, ago = false }: Props) {
  const language = useLanguage()
  const fullText = useDeadlineText()
  if (at === null) return <span className={css.never}>—</span>
  return (
    <time className={css.when} dateTime={at} title={fullText(at)}>
      {ago ? agoText(at, language) : recordText(at)}
    </time>
  )
}
