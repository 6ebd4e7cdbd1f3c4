import type { ReactNode } from 'react'

import { Checkbox } from '../../../../ui/components/auth/checkbox.tsx'
import { useWords } from '../../../words/language.ts'
import css from './factors.module.css'

export function SheetStep({ step, title, children }: { step: number; title: string; children: ReactNode }) {
  const t = useWords('change-password')
  return (
    <div className="gap4">
      <div>
        <p className="faint">{t('setupStep', { step })}</p>
        <h3 className={css.title}>{title}</h3>
      </div>
      {children}
    </div>
  )
}

/**
 * Ticked by default: otherwise an intruder from before the factor would stay signed in. Not for a further passkey, which
 * replaces nothing.
 */
export function EndOthers({ isTicked = true }: { isTicked?: boolean }) {
  const t = useWords('change-password')
  return <Checkbox name="endOthers" label={t('endOthers')} defaultChecked={isTicked} />
}
