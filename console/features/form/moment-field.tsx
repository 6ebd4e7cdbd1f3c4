import { TextInput } from '@mantine/core'

import { useBusinessZone } from '../show/business-zone.ts'

type Props = { label: string; hint?: string; value: string; onChange: (typed: string) => void }

/** Day and time by the business's clock, as typed; `typedMoment` turns it into an instant. */
export function MomentField({ label, hint, value, onChange }: Props) {
  const zone = useBusinessZone()
  const description = [zone, hint].filter(Boolean).join(' · ')
  return (
    <TextInput
      type="datetime-local"
      label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...(description === '' ? {} : { description })}
    />
  )
}
