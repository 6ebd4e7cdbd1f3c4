import css from './copy-rows.module.css'
import { IconButton } from './icon.tsx'

type Props = {
  rows: readonly { name: string; value: string }[]
  copyLabel: (name: string) => string
  onCopy: (text: string) => void
}

/** Values to type into another program, each with a copy button. */
export function CopyRows({ rows, copyLabel, onCopy }: Props) {
  return (
    <dl className={css.rows}>
      {rows.map(({ name, value }) => (
        <div key={name} className={css.row}>
          <dt className={css.name}>{name}</dt>
          <dd className={css.value}>{value}</dd>
          <dd>
            <IconButton icon="copy" label={copyLabel(name)} onClick={() => onCopy(value)} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
