import { useEffect, useState } from 'react'

import { api } from '../../../contract/api.ts'
import type { PayPurpose, PayType } from '../../../contract/payments.ts'
import { call } from '../../../ui/http/client.ts'

export type Ways =
  | { state: 'loading' }
  | { state: 'failed'; error: unknown; retry: () => void }
  | { state: 'ready'; types: readonly PayType[] }

type Answer = { of: string; types: readonly PayType[] } | { of: string; error: unknown }

/** The ways to pay that a reseller offers for a purpose. Asks for nothing while the purpose is null. */
export function usePayTypes(purpose: PayPurpose | null, dailiKey: number): Ways {
  const [round, setRound] = useState(0)
  const [answer, setAnswer] = useState<Answer | null>(null)
  const wanted = `${purpose}:${dailiKey}:${round}`

  useEffect(() => {
    if (purpose === null) return
    let left = false
    const take = (given: Answer) => {
      if (!left) setAnswer(given)
    }
    call(api.payments.payTypes, { paytype: purpose, dailiKey }, { noRedirect: true }).then(
      (types) => take({ of: wanted, types }),
      (error: unknown) => take({ of: wanted, error }),
    )
    return () => {
      left = true
    }
  }, [purpose, dailiKey, wanted])

  if (answer?.of !== wanted) return { state: 'loading' }
  if ('types' in answer) return { state: 'ready', types: answer.types }
  return { state: 'failed', error: answer.error, retry: () => setRound(round + 1) }
}
