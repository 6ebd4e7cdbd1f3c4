import type { ReactNode } from 'react'

import button from '../../../ui/components/auth/button.module.css'

type Props = { href: string; newWindow: boolean; look: 'filled' | 'quiet'; children: ReactNode }

/** A real link: a tap on it opens the payment page where a script would be refused. */
export function PayLink({ href, newWindow, look, children }: Props) {
  const away = newWindow ? { target: '_blank', rel: 'noopener noreferrer' } : {}
  return (
    <a className={`${button.button} ${button[look]}`} href={href} {...away}>
      {children}
    </a>
  )
}
