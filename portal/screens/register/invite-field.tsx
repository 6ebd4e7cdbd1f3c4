import { useEffect, useState, useSyncExternalStore } from 'react'

import { limits } from '../../../contract/limits.ts'
import { Field } from '../../../ui/components/auth/field.tsx'
import { Glyph } from '../../../ui/components/glyph.tsx'
import { usePrefill } from '../../../ui/forms/prerendered.ts'
import { useWords } from '../../words/language.ts'
import css from './invite-field.module.css'
import { readInvite } from './read-invite.ts'

/** Folded for most readers. Open and filled in for those with an invitation; CSS opens it before the script does. */
export function InviteField({ error }: { error: string | undefined }) {
  const t = useWords('register')
  const invite = useSyncExternalStore(never, readInvite, () => null)
  const inputRef = usePrefill(invite)
  const [isOpen, setOpen] = useState(false)

  useEffect(() => {
    if (isOpen) inputRef.current?.focus()
  }, [isOpen, inputRef])

  return (
    <div>
      <button
        type="button"
        className={css.toggle}
        aria-expanded={isOpen}
        aria-controls="invite-room"
        onClick={() => setOpen(!isOpen)}
      >
        {t('haveInvite')}
        <Glyph name="chevron" size={16} />
      </button>
      <div id="invite-room" className={css.room} data-open={isOpen}>
        <Field
          ref={inputRef}
          name="inviteCode"
          label={t('invite')}
          placeholder={t('inviteHint')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={limits.inviteCodeMax}
          error={error}
        />
      </div>
    </div>
  )
}

function never(): () => void {
  return () => {}
}
