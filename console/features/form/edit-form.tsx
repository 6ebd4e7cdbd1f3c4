import type { ReactNode } from 'react'

import { Form } from '../../../ui/components/form.tsx'
import type { useSubmit } from '../../../ui/forms/use-submit.ts'
import { EditRoom } from './edit-room.tsx'

type Props = {
  form: Pick<ReturnType<typeof useSubmit>, 'onSubmit' | 'onInput' | 'busy' | 'failure'>
  children: ReactNode
}

/** A form that `useSubmit` sends. */
export function EditForm({ form, children }: Props) {
  return (
    <EditRoom isSending={form.busy}>
      <Form onSubmit={form.onSubmit} onInput={form.onInput} failure={form.failure}>
        {children}
      </Form>
    </EditRoom>
  )
}
