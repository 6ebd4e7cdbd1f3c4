import { type FormEvent, useRef } from 'react'

import { useCaptcha } from '../../../ui/forms/use-captcha.ts'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { start } from '../../session/start.ts'
import { useWords } from '../../words/language.ts'
import { useRetry } from './use-retry.ts'

type Field = 'userName' | 'passWord' | 'totp' | 'captcha' | 'remember'
type Input = { userName: string; passWord: string; totp: string; remember: boolean; captcha: string | undefined }

/** Signing in with a password, including everything the server may ask for. `enter` throws ApiError. */
export function usePasswordForm(enter: (input: Input) => Promise<void>) {
  const t = useWords('login')
  const base = useWords('base')
  const captcha = useCaptcha()
  const formRef = useRef<HTMLFormElement>(null)
  const retry = useRetry(formRef)

  async function send(values: Record<Field, string>): Promise<void> {
    const { userName, passWord, totp } = values
    const remember = values.remember === 'on'
    const attempt = (proof?: string) => enter({ userName, passWord, totp, remember, captcha: proof })
    try {
      await start()
      if (captcha.picture) await captcha.withProof(values.captcha, attempt)
      else await captcha.proveIfAsked(attempt)
    } catch (error) {
      retry.noteFailure(error)
      throw error
    }
  }

  const form = useSubmit<Field>({
    rules: {
      userName: { label: t('account'), required: true },
      passWord: { label: t('password'), required: true },
      totp: { label: t('code') },
      captcha: { label: base('pictureCode'), required: captcha.picture !== null },
      remember: { label: t('remember') },
    },
    exact: ['passWord'],
    asks: { 'auth.totp_required': 'totp' },
    refusals: { 'auth.totp_wrong': 'totp', 'auth.captcha_wrong': 'captcha' },
    send,
  })
  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    if (retry.isWaiting()) event.preventDefault()
    else form.onSubmit(event)
  }

  return { form, formRef, captcha, retryInS: retry.leftS, onSubmit }
}
