import css from './rows.module.css'

export type Row = { name: string; value: string }

/** A number or code without a place to break: smaller, so that a narrow phone has it on one line. */
const LONG_CODE = /^[!-~]{24,}$/

/** Names on the left, values on the right. */
export function Rows({ rows }: { rows: readonly Row[] }) {
  return (
    <dl>
      {rows.map(({ name, value }) => (
        <div key={name} className={css.row}>
          <dt className={css.name}>{name}</dt>
          <dd className={css.value} data-code={LONG_CODE.test(value) || undefined}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
