import { useState } from 'react'

import { ActionButton } from '../../../ui/components/action-button.tsx'
import { ApiError } from '../../../ui/http/api-error.ts'
import { useWords } from '../../words/language.ts'
import { TellSheet, type About } from './tell-sheet.tsx'

/** True where the rules leave the next step to the platform, which a team of one cannot do without. */
export function isForPlatform(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'staff.second_member' || error.code === 'staff.operator_only')
}

/** The way on where only the platform can help. */
export function TellButton({ about }: { about: About }) {
  const t = useWords('tell')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ActionButton tone="quiet" fill onClick={() => setOpen(true)}>
        {t('title')}
      </ActionButton>
      {isOpen ? <TellSheet about={about} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
