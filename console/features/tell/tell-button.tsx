import { useState } from 'react'

import { ActionButton } from '../../../ui/components/action-button.tsx'
import { useWords } from '../../words/language.ts'
import { TellSheet, type About } from './tell-sheet.tsx'

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
