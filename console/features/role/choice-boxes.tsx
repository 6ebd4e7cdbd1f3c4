import type { Permission } from '../../../contract/permissions.ts'
import { useWords } from '../../words/language.ts'
import { Checkbox } from '../form/fields.tsx'
import css from './choice-boxes.module.css'
import { permissionWord } from './permission-word.ts'

type Chosen = { chosen: ReadonlySet<string>; onChange: (chosen: ReadonlySet<string>) => void }
type Props = Chosen & { name: string; legend: string; options: readonly { value: string; label: string }[] }

/** Boxes of which any number may be ticked. */
export function ChoiceBoxes({ name, legend, options, chosen, onChange }: Props) {
  const toggle = (value: string) => {
    const next = new Set(chosen)
    if (!next.delete(value)) next.add(value)
    onChange(next)
  }
  return (
    <fieldset className={css.set}>
      <legend className={css.detail}>
        {legend} <span className={css.count}>{`${chosen.size} / ${options.length}`}</span>
      </legend>
      <div className={css.choices}>
        {options.map(({ value, label }) => (
          <Checkbox name={name} key={value} label={label} checked={chosen.has(value)} onChange={() => toggle(value)} />
        ))}
      </div>
    </fieldset>
  )
}

/** What a role or a key may do, out of what is offered. */
export function PermissionBoxes({ offered, note, ...rest }: Chosen & { offered: readonly Permission[]; note: string }) {
  const words = useWords('permissions')
  const options = offered.map((value) => ({ value, label: words(permissionWord(value)) }))
  return <ChoiceBoxes name="permissions" legend={`${words('rolePermissions')} · ${note}`} options={options} {...rest} />
}
