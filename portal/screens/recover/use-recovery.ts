import { useState } from 'react'

import { useCaptcha } from '../../../ui/forms/use-captcha.ts'
import { ApiError } from '../../../ui/http/api-error.ts'
import { type RecoveryAccount, sendRecoveryCode, type Way } from '../../session/recover.ts'

/** Longer waits are shown as text: nobody watches a countdown for an hour. */
const COUNTED_WAIT_S = 120

type Progress = {
  step: 'ask' | 'set' | 'done'
  userName: string | null
  /** Null while the name alone is enough. */
  address: string | null
  /** Null until a code was sent from here. */
  resendAtMs: number | null
  /** After asking too early: when the server accepts the next request. */
  waitUntilMs: number
}
const BEGINNING: Progress = { step: 'ask', userName: null, address: null, resendAtMs: null, waitUntilMs: 0 }

export function useRecovery(way: Way, knownName: string) {
  const captcha = useCaptcha()
  // Each way has its own progress, because their codes differ. Not a key on the form: that would discard what was typed
  // before the page knew its way.
  const [progresses, setProgresses] = useState<Partial<Record<Way, Progress>>>({})
  const progress = progresses[way] ?? BEGINNING

  function move(change: Partial<Progress>): void {
    setProgresses((now) => ({ ...now, [way]: { ...(now[way] ?? BEGINNING), ...change } }))
  }

  /** Others have requested too many codes for this name. */
  function askAddress(): void {
    if (progress.address === null) move({ address: '' })
  }

  /**
   * False when the reader must first solve a picture in the first step. The server answers the same for every name, so
   * true says nothing about the account.
   */
  async function sendCode(asked: RecoveryAccount, answer: string): Promise<boolean> {
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
    /** The wait was for one account; another name may continue at once. */
    dropWait: () => move({ waitUntilMs: 0 }),
    /** For a code from an earlier mail or from support. */
    enterCode: (userName: string) => move({ step: 'set', userName }),
    askAgain: () => move({ step: 'ask' }),
    finish: () => move({ step: 'done' }),
  }
}

export type RecoveryFlow = ReturnType<typeof useRecovery>
