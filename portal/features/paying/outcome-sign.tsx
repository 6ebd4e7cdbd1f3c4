import { Glyph } from '../../../ui/components/glyph.tsx'
import css from './outcome-sign.module.css'

type Props = { tone: 'good' | 'info'; title: string; text: string }

export function OutcomeSign({ tone, title, text }: Props) {
  return (
    <div className={css.outcome} role="status">
      <span className={`${css.sign} ${css[tone]}`}>
        <Glyph name={tone === 'good' ? 'check' : 'info'} size={32} />
      </span>
      <p className={css.title}>{title}</p>
      <p className={css.text}>{text}</p>
    </div>
  )
}
