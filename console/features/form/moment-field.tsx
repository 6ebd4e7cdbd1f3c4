import { useBusinessZone } from '../../session/business-zone.ts'
import { TextInput } from './fields.tsx'

type Props = { name: string; label: string; hint?: string; value: string; onChange: (typed: string) => void }

/** Day and time by the business's clock, as typed; `typedMoment` turns it into an instant. */
export function MomentField({ name, label, hint, value, onChange }: Props) {
  const zone = useBusinessZone()
  const description = [zone, hint].filter(Boolean).join(' · ')
  return (
    <TextInput
      type="datetime-local"
      name={name}
      label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...(description === '' ? {} : { description })}
    />
  )
}
