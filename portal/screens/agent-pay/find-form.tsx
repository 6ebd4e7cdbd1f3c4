import { useEffect, useRef } from 'react'
import type { Static } from 'typebox'

import { api } from '../../../contract/api.ts'
import { Button } from '../../../ui/components/auth/button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { Field } from '../../../ui/components/auth/field.tsx'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { call } from '../../../ui/http/client.ts'
import { useWords } from '../../words/language.ts'
import css from './agent-pay.module.css'

const ID_MAX = 999_999_999

/** `asked` comes from a link to one reseller: look it up at once. */
export function FindForm({ asked, onFound }: { asked: string | null; onFound: (agent: AgentCard) => void }) {
  const t = useWords('agent-pay')
  const formRef = useRef<HTMLFormElement>(null)
  const form = useSubmit<'dailiId'>({
    rules: { dailiId: { label: t('agentId'), required: true, type: 'integer', min: 0, max: ID_MAX } },
    refusals: { 'reseller.unknown': 'dailiId' },
    send: async ({ dailiId }) =>
      onFound(await call(api.resellers.info, { daili_id: Number(dailiId) }, { noRedirect: true })),
  })
  useEffect(() => {
    if (asked !== null) formRef.current?.requestSubmit()
  }, [asked])
  return (
    <form ref={formRef} className="gap4" method="post" noValidate onSubmit={form.onSubmit}>
      <p className={css.intro}>{t('intro')}</p>
      <Field
        name="dailiId"
        label={t('agentId')}
        placeholder={t('agentIdHint')}
        defaultValue={asked ?? ''}
        inputMode="numeric"
        enterKeyHint="go"
        autoComplete="off"
        maxLength={9}
        error={form.problems.dailiId}
      />
      {form.failure === null ? null : <Callout tone="bad">{form.failure}</Callout>}
      <Button type="submit" busy={form.busy}>
        {form.busy ? t('finding') : t('find')}
      </Button>
    </form>
  )
}

export type AgentCard = Static<typeof api.resellers.info.output>
