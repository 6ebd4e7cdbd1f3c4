import { useCopy } from '../../components/use-copy.ts'
import { IconButton } from '../../components/icon-button.tsx'
import { useWords } from '../../locales/language.ts'
import css from './name-row.module.css'

/** One of the agency's names, to be copied. */
export function NameRow({ name, value }: { name: string; value: string }) {
  const user = useWords('user')
  const copy = useCopy()
  return (
    <div className={css.row}>
      <dt className={css.name}>{name}</dt>
      <dd className={css.value}>{value}</dd>
      <dd>
        <IconButton icon="copy" label={`${user('copy')} ${name}`} onClick={() => void copy(value)} />
      </dd>
    </div>
  )
}
