import { useState } from 'react'

import { ApiError } from '../../../ui/http/api-error.ts'
import { type Asked, sendRecoveryCode, type Way } from '../../session/recover.ts'
import { useCaptcha } from '../../../ui/forms/use-captcha.ts'

/** Longer waits are told in words: nobody watches a number for an hour. */
const COUNTED_WAIT_S = 120

type Progress = {
  step: 'ask' | 'set' | 'done'
  userName: string | null
  /** Null as long as the name alone is enough. */
  address: string | null
  /** Null as long as no code was sent from here. */
  resendAtMs: number | null
  /** Asked too early: when the server will take the next request. */
  waitUntilMs: number
}
const BEGINNING: Progress = { step: 'ask', userName: null, address: null, resendAtMs: null, waitUntilMs: 0 }

export function useRecovery(way: Way, knownName: string) {
  const captcha = useCaptcha()
  // Each way has its own: a code for one is none for the other. Not a key on the form, which would throw away what was
  // typed before the page knew its way.
  const [progresses, setProgresses] = useState<Partial<Record<Way, Progress>>>({})
  const progress = progresses[way] ?? BEGINNING

  function move(change: Partial<Progress>): void {
    setProgresses((now) => ({ ...now, [way]: { ...(now[way] ?? BEGINNING), ...change } }))
  }

  /** Others have asked too often for this name. */
  function askAddress(): void {
    if (progress.address === null) move({ address: '' })
  }

  /**
   * False when a picture has to be looked at first, in the first step. The server answers alike for every name, so true
   * says nothing about the account.
   */
  async function sendCode(asked: Asked, answer: string): Promise<boolean> {
    let resendAtMs: number | null = null
    move({ userName: asked.userName, ...(asked.email ? { address: asked.email } : {}) })
    try {
      await captcha.withProof(answer, async (proof) => {
        resendAtMs = (await sendRecoveryCode(way, asked, proof)).resendAtMs
      })
    } catch (error) {
      const retryAfterS = error instanceof ApiError ? error.retryAfterS : null
      if (retryAfterS !== null && retryAfterS <= COUNTED_WAIT_S) {
        move({ waitUntilMs: Date.now() + retryAfterS * 1000 })
      } else if (retryAfterS !== null) askAddress()
      throw error
    }
    move(resendAtMs === null ? { step: 'ask' } : { step: 'set', resendAtMs })
    return resendAtMs !== null
  }

  return {
    ...progress,
    userName: progress.userName ?? knownName,
    captcha,
    sendCode,
    askAddress,
    /** The wait was for one account; another name may go at once. */
    dropWait: () => move({ waitUntilMs: 0 }),
    /** With a code from an earlier mail or from support. */
    enterCode: (userName: string) => move({ step: 'set', userName }),
    askAgain: () => move({ step: 'ask' }),
    finish: () => move({ step: 'done' }),
  }
}

export type RecoveryFlow = ReturnType<typeof useRecovery>
