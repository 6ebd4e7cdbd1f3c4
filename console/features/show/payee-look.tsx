import { useState } from 'react'

import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { useWords } from '../../words/language.ts'
import { CopyButton } from './copy-button.tsx'
import css from './payee-look.module.css'
import { useRun } from './use-run.ts'

type Payee = { account: string; name: string | null }

/** An account to pay to. It is hidden until needed, because each look is recorded. Needs the words of withdrawals. */
export function PayeeLook({ load }: { load: () => Promise<Payee> }) {
  const t = useWords('withdrawals')
  const [payee, setPayee] = useState<Payee | null>(null)
  const { busy, failure, run } = useRun()
  if (payee === null) {
    return (
      <>
        {failure === null ? null : <Callout tone="bad">{failure}</Callout>}
        <ActionButton tone="quiet" fill busy={busy} onClick={() => void run(async () => setPayee(await load()))}>
          {t('showPayee')}
        </ActionButton>
        <p className={css.hint}>{t('showPayeeText')}</p>
      </>
    )
  }
  const { account, name } = payee
  const shown = [{ label: t('account'), text: account }, ...(name === null ? [] : [{ label: t('name'), text: name }])]
  return (
    <dl className={css.payee}>
      {shown.map(({ label, text }) => (
        <div key={label} className={css.row}>
          <dt className={css.label}>{label}</dt>
          <dd className={css.text}>{text}</dd>
          <CopyButton text={text} label={t('copy', { label })} />
        </div>
      ))}
    </dl>
  )
}
