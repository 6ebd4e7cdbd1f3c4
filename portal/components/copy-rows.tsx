import css from './copy-rows.module.css'
import { IconButton } from './icon-button.tsx'
import { useCopy } from './use-copy.ts'

type Props = { rows: readonly { name: string; value: string }[]; copyLabel: (name: string) => string }

/** What somebody types into another program: exact letters, each with a button that copies it. */
export function CopyRows({ rows, copyLabel }: Props) {
  const copy = useCopy()
  return (
    <dl className={css.rows}>
      {rows.map(({ name, value }) => (
        <div key={name} className={css.row}>
          <dt className={css.name}>{name}</dt>
          <dd className={css.value}>{value}</dd>
          <dd>
            <IconButton icon="copy" label={copyLabel(name)} onClick={() => void copy(value)} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
