import type { FormEvent, ReactNode } from 'react'

import { Callout } from './auth/callout.tsx'

type Props = {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  onInput?: (event: FormEvent<HTMLFormElement>) => void
  failure: string | null
  children: ReactNode
}

/** `post` matters when the script is not running: field contents must never get into the address. */
export function Form({ failure, children, ...handlers }: Props) {
  return (
    <form className="gap4" method="post" noValidate {...handlers}>
      {failure === null ? null : <Callout tone="bad">{failure}</Callout>}
      {children}
    </form>
  )
}
