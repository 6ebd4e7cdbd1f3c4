import type { ReactNode } from 'react'

import { Form } from '../../../ui/components/form.tsx'
import type { useSubmit } from '../../../ui/forms/use-submit.ts'
import { EditRoom } from './edit-room.tsx'

/** A form that `useSubmit` sends. */
export function EditForm({ form, children }: { form: ReturnType<typeof useSubmit>; children: ReactNode }) {
  return (
    <EditRoom isSending={form.busy}>
      <Form onSubmit={form.onSubmit} onInput={form.onInput} failure={form.failure}>
        {children}
      </Form>
    </EditRoom>
  )
}
