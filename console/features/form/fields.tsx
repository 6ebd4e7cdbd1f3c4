import * as mantine from '@mantine/core'
import type { ComponentProps, ComponentType, ReactNode } from 'react'

import { useField } from './use-field.ts'

/** What the fields of the library have in common. */
type Shared = {
  label?: ReactNode
  'aria-label'?: string | undefined
  value?: unknown
  checked?: boolean | undefined
  error?: ReactNode
  onChange?: ((...given: never[]) => void) | undefined
}

type NumberProps = Omit<ComponentProps<typeof mantine.NumberInput>, 'onChange' | 'value'> & {
  value: number | string
  onChange: (value: number | string) => void
}

/** `name` is the contract's name of what the field is for, so that a refusal finds it. */
export function guarded<P extends Shared>(Input: ComponentType<P>) {
  return function GuardedField(props: P & { name: string }) {
    const { name, label = props['aria-label'], value = props.checked } = props
    const { ref, error, touch } = useField<HTMLInputElement>(name, label, value)
    const onChange = (...given: never[]) => {
      touch()
      props.onChange?.(...given)
    }
    return <Input ref={ref} {...props} error={props.error ?? error} onChange={onChange} />
  }
}

/** Fields of forms. Each guards what is typed in it and shows the server's refusal; the forms do nothing for it. */
export const TextInput = guarded<ComponentProps<typeof mantine.TextInput>>(mantine.TextInput)
export const PasswordInput = guarded<ComponentProps<typeof mantine.PasswordInput>>(mantine.PasswordInput)
export const Textarea = guarded<ComponentProps<typeof mantine.Textarea>>(mantine.Textarea)
export const NumberInput = guarded(mantine.NumberInput as ComponentType<NumberProps>)
/** In yuan. */
export const MoneyInput = (props: ComponentProps<typeof NumberInput>) => (
  <NumberInput prefix="¥" min={0} decimalScale={2} {...props} />
)
export const Select = guarded(mantine.Select as ComponentType<mantine.SelectProps>) as <V extends string>(
  props: mantine.SelectProps<V> & { name: string },
) => ReactNode
export const Autocomplete = guarded<ComponentProps<typeof mantine.Autocomplete>>(mantine.Autocomplete)
export const Checkbox = guarded<ComponentProps<typeof mantine.Checkbox>>(mantine.Checkbox)
