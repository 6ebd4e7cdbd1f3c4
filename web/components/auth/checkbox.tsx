import { Glyph } from '../glyph.tsx'
import css from './checkbox.module.css'

type Props = { name: string; label: string; defaultChecked?: boolean }

export function Checkbox({ name, label, defaultChecked }: Props) {
  return (
    <label className={css.row}>
      <input type="checkbox" className={css.input} name={name} defaultChecked={defaultChecked} />
      <span className={css.box} aria-hidden="true">
        <Glyph name="check" size={16} />
      </span>
      {label}
    </label>
  )
}
