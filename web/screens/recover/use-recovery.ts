import { useState } from 'react'

import { sendRecoveryCode, type Way } from '../../session/recover.ts'
import { useCaptcha } from '../../session/use-captcha.ts'

type Step = 'ask' | 'set' | 'done'

export function useRecovery(way: Way, knownName: string) {
  const captcha = useCaptcha()
  const [step, setStep] = useState<Step>('ask')
  const [typedName, setTypedName] = useState<string | null>(null)
  /** Null as long as no code was sent from here. */
  const [resendAtMs, setResendAtMs] = useState<number | null>(null)

  /**
   * False when a picture has to be looked at first, in the first step. The server answers alike for every name, so
   * true says nothing about the account.
   */
  async function sendCode(userName: string, answer: string): Promise<boolean> {
    setTypedName(userName)
    let isSent = false
    await captcha.withProof(answer, async (proof) => {
      const { resendAtMs } = await sendRecoveryCode(way, userName, proof)
      setResendAtMs(resendAtMs)
      isSent = true
    })
    setStep(isSent ? 'set' : 'ask')
    return isSent
  }

  /** With a code from an earlier mail or from support. */
  function enterCode(userName: string): void {
    setTypedName(userName)
    setStep('set')
  }

  return {
    captcha,
    step,
    userName: typedName ?? knownName,
    resendAtMs,
    sendCode,
    enterCode,
    askAgain: () => setStep('ask'),
    finish: () => setStep('done'),
  }
}

export type RecoveryFlow = ReturnType<typeof useRecovery>
