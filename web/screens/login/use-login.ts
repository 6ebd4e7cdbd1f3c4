import { type FormEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { validate } from '../../forms/validate.ts'
import { validationTemplates } from '../../forms/templates.ts'
import { ApiError } from '../../http/api-error.ts'
import { failureText } from '../../locales/failure-text.ts'
import { currentLanguage, useWords } from '../../locales/language.ts'
import { pathAfterLogin } from '../../session/return-path.ts'
import { signIn } from '../../session/sign-in.ts'

type Field = 'userName' | 'passWord' | 'totp'
type Problems = Partial<Record<Field, string>>

export function useLogin() {
  const t = useWords('login')
  const navigate = useNavigate()
  const { state } = useLocation()
  const [busy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [asksCode, setAsksCode] = useState(false)

  function findProblems(values: Record<Field, string>): Problems {
    // Lower case for English, where the label stands inside a sentence.
    const rules = {
      userName: { label: t('account').toLowerCase(), required: true },
      passWord: { label: t('password').toLowerCase(), required: true },
      totp: { label: t('code').toLowerCase(), required: asksCode },
    }
    return validate(rules, values, validationTemplates[currentLanguage()])
  }

  async function send(form: HTMLFormElement): Promise<void> {
    const data = new FormData(form)
    const text = (name: Field) => String(data.get(name) ?? '')
    const values = { userName: text('userName').trim(), passWord: text('passWord'), totp: text('totp').trim() }
    const found = findProblems(values)
    setProblems(found)
    setFailure(null)
    const first = Object.keys(found)[0]
    if (first) return form.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
    setBusy(true)
    try {
      await signIn({ ...values, remember: data.get('remember') === 'on' })
      await navigate(pathAfterLogin(state), { replace: true })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'auth.totp_required') setAsksCode(true)
      else setFailure(failureText(error))
    } finally {
      setBusy(false)
    }
  }

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (!busy) void send(event.currentTarget)
  }

  return { onSubmit, busy, problems, failure, asksCode }
}
