import css from './rows.module.css'

export type Row = { name: string; value: string }

/** Names on the left, values on the right. */
export function Rows({ rows }: { rows: readonly Row[] }) {
  return (
    <dl>
      {rows.map(({ name, value }) => (
        <div key={name} className={css.row}>
          <dt className={css.name}>{name}</dt>
          <dd className={css.value}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
