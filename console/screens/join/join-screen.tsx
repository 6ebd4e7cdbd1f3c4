import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { CONSOLE_ICON } from '../../../contract/brand.ts'
import { consoleApi } from '../../../contract/console/api.ts'
import { AuthFrame } from '../../../ui/components/auth/auth-frame.tsx'
import { Button } from '../../../ui/components/auth/button.tsx'
import { Bones } from '../../../ui/components/loaded.tsx'
import { chooseLanguage } from '../../../ui/components/look.ts'
import { ApiError } from '../../../ui/http/api-error.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useLanguage } from '../../../ui/words/word-store.ts'
import { goToOffice } from '../../session/office.ts'
import { send } from '../../session/send.ts'
import { useWords } from '../../words/language.ts'
import { JoinForm } from './join-form.tsx'
import css from './join.module.css'

/** Accepts an invitation. Its token comes after the #, so no server and no log ever sees it in an address. */
export default function JoinScreen() {
  const base = useWords('base')
  const shell = useWords('shell')
  const language = useLanguage()
  const [token] = useState(takeToken)
  const t = useWords('join')
  return (
    <AuthFrame
      brand={{ title: shell('console'), icon: CONSOLE_ICON }}
      tagline={t('title')}
      schemeLabel={base('switchScheme')}
      language={language}
      onLanguage={(next) => void chooseLanguage(next)}
    >
      {token === '' ? <Dead title={t('noToken')} text={t('noTokenText')} /> : <Invitation token={token} />}
    </AuthFrame>
  )
}

/** Kept in memory only; a reload reads it from the address again. */
function takeToken(): string {
  const token = location.hash.slice(1)
  return /^[\w-]{20,100}$/.test(token) ? token : ''
}

function Invitation({ token }: { token: string }) {
  const t = useWords('join')
  const query = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => send(consoleApi.join.show, { token }),
    retry: false,
  })
  if (query.data) return <JoinForm token={token} invitation={query.data} />
  if (!query.error) {
    return (
      <div className={css.stack}>
        <Bones count={4} height={48} />
      </div>
    )
  }
  const isGone = query.error instanceof ApiError && query.error.code === 'staff.invitation_gone'
  return <Dead title={t('gone')} text={isGone ? t('goneText') : failureText(query.error)} />
}

function Dead({ title, text }: { title: string; text: string }) {
  const t = useWords('join')
  return (
    <div className={css.stack}>
      <h1 className={css.title}>{title}</h1>
      <p className={css.text}>{text}</p>
      <Button onClick={() => goToOffice(null)}>{t('toSignIn')}</Button>
    </div>
  )
}
