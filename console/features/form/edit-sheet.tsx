import { type ComponentProps, useLayoutEffect, useRef } from 'react'

import { Sheet } from '../../../ui/components/sheet.tsx'
import { EditRoom } from './edit-room.tsx'
import { askFirst, type Guard, useGuards } from './unsaved.ts'

/** A sheet with fields: Esc, a click beside it, its cross and "back" ask before they throw away what was typed. */
export function EditSheet({ opened, onClose, children, ...props }: ComponentProps<typeof Sheet>) {
  const older = useRef<readonly Guard[]>([])
  useLayoutEffect(() => {
    if (opened) older.current = useGuards.getState().guards
  }, [opened])
  const close = () => askFirst(onClose, (guard) => !older.current.includes(guard))
  return (
    <Sheet opened={opened} onClose={close} {...props}>
      <EditRoom isInSheet isSending={!opened}>
        {children}
      </EditRoom>
    </Sheet>
  )
}
