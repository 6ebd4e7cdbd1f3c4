import { type ComponentProps, type FormEvent, useState } from 'react'

import * as plain from '../../../ui/components/auth/field.tsx'
import * as secret from '../../../ui/components/auth/password-field.tsx'
import { useRoom } from './edit-room.tsx'
import { useGuard } from './unsaved.ts'

/**
 * For `useSubmit`, which reads its fields only when they are sent. Apart from the fields of the library, because every
 * list has a form of its own and would load them all.
 */
export function Field(props: ComponentProps<typeof plain.Field>) {
  return <plain.Field {...props} onInput={useTyped()} />
}

export function PasswordField(props: ComponentProps<typeof secret.PasswordField>) {
  return <secret.PasswordField {...props} onInput={useTyped()} />
}

function useTyped(): (event: FormEvent<HTMLInputElement>) => void {
  const room = useRoom()
  const [isTyped, setTyped] = useState(false)
  useGuard(isTyped && !room.isWhole && !room.isSending, room.isInSheet)
  return ({ currentTarget: { value, defaultValue } }) => setTyped(value !== defaultValue)
}
