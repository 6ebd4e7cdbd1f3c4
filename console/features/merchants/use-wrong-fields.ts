import { useState } from 'react'

import { ApiError } from '../../../ui/http/api-error.ts'
import { useWords } from '../../words/language.ts'

export type WrongField = 'name' | 'appId' | 'sellerId' | 'secret' | 'epayKey' | 'alipayPublicKey' | 'gatewayUrl'

/** Shows the server's refusal under the field itself, because two keys look alike. */
export function useWrongFields() {
  const t = useWords('payment')
  const [fields, setFields] = useState<readonly string[]>([])
  return {
    /** Null if the field is right. `field` is the server's name for it, if different. */
    wrong: (words: WrongField, field: string = words) => (fields.includes(field) ? t(`wrong_${words}`) : null),
    async noting(asked: Promise<unknown>): Promise<void> {
      setFields([])
      try {
        await asked
      } catch (error) {
        if (error instanceof ApiError) setFields(Object.keys(error.fields))
        throw error
      }
    },
  }
}

export type Wrong = ReturnType<typeof useWrongFields>['wrong']
