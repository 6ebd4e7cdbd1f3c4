import { useState } from 'react'

import type { KeyKind, Provider, providers } from '../../../contract/providers.ts'
import { ApiError } from '../../../ui/http/api-error.ts'
import { useWords } from '../../words/language.ts'

type Table = typeof providers
/** Every key of every provider: without its words the console does not compile. */
export type KeyWord<Kind = KeyKind> = {
  [P in Provider]: {
    [K in keyof Table[P]['keys'] & string]: Table[P]['keys'][K] extends Kind ? `${P}_${K}` : never
  }[keyof Table[P]['keys'] & string]
}[Provider]
export type TypedWord = KeyWord<Exclude<KeyKind, 'flag'>>
type WrongField = 'name' | 'appId' | 'gatewayUrl' | TypedWord

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
