import type { FormEvent, ReactNode } from 'react'

import { Callout } from './auth/callout.tsx'

type Props = { onSubmit: (event: FormEvent<HTMLFormElement>) => void; failure: string | null; children: ReactNode }

/** `post` matters if the script is gone by then: what is in the fields must never end up in the address. */
export function Form({ onSubmit, failure, children }: Props) {
  return (
    <form className="gap4" method="post" noValidate onSubmit={onSubmit}>
      {failure === null ? null : <Callout tone="bad">{failure}</Callout>}
      {children}
    </form>
  )
}
