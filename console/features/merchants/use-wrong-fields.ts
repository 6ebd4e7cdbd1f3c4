import { useState } from 'react'

import { ApiError } from '../../../ui/http/api-error.ts'
import { useWords } from '../../words/language.ts'

export type WrongField = 'name' | 'appId' | 'sellerId' | 'secret' | 'epayKey' | 'alipayPublicKey' | 'gatewayUrl'

/** What the server did not accept, said under the field itself: two keys look alike. */
export function useWrongFields() {
  const t = useWords('payment')
  const [fields, setFields] = useState<readonly string[]>([])
  return {
    /** Null where it is well; `field` is the server's name where that is another. */
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
