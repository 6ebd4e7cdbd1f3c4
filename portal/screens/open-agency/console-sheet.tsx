import { Button } from '@mantine/core'
import { useState } from 'react'

import { api } from '../../../contract/api.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Form } from '../../../ui/components/form.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { isInFrame } from '../../../ui/device/page.ts'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { call } from '../../../ui/http/client.ts'
import { FactorCode, OwnPassword } from '../../features/account/own-password.tsx'
import { useCopy } from '../../features/account/use-copy.ts'
import { useWords } from '../../words/language.ts'

/** The console is a separate page and refuses to be framed: open it whole, outside any frame. */
export const CONSOLE_TARGET = isInFrame() ? '_blank' : '_self'

export function ConsoleSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useWords('open-agency')
  const base = useWords('base')
  const [link, setLink] = useState<string | null>(null)
  return (
    <Sheet opened={opened} onClose={onClose} title={t('toConsole')} closeLabel={base('close')}>
      {link === null ? <ProveForm onLink={setLink} /> : <Ready link={link} />}
    </Sheet>
  )
}

function ProveForm({ onLink }: { onLink: (link: string) => void }) {
  const t = useWords('open-agency')
  const account = useWords('account')
  const form = useSubmit<'passWord' | 'totp'>({
    rules: { passWord: { label: account('password'), required: true }, totp: { label: account('code') } },
    exact: ['passWord'],
    asks: { 'auth.totp_required': 'totp' },
    refusals: { 'auth.wrong_password': 'passWord', 'auth.totp_wrong': 'totp' },
    send: async ({ passWord, totp }) => {
      const { link } = await call(api.agencies.console, { passWord, ...(totp === '' ? {} : { totp }) })
      onLink(link)
    },
  })
  return (
    <div className="gap4">
      <p className="soft">{t('consoleProve')}</p>
      <Form onSubmit={form.onSubmit} failure={form.failure}>
        <OwnPassword error={form.problems.passWord} />
        {form.asked.includes('totp') ? <FactorCode error={form.problems.totp} autoFocus /> : null}
        <ActionButton type="submit" fill busy={form.busy}>
          {t('consoleLink')}
        </ActionButton>
      </Form>
    </div>
  )
}

/** The reader must press it: browsers open a new page only then. */
function Ready({ link }: { link: string }) {
  const t = useWords('open-agency')
  const copy = useCopy()
  return (
    <div className="gap4">
      <p className="soft">{t('consoleReady')}</p>
      <Button component="a" href={link} target={CONSOLE_TARGET} rel="noreferrer" fullWidth>
        {t('consoleBegin')}
      </Button>
      {/* Setting up is easier at a desk than on the phone that paid. */}
      <Button variant="light" fullWidth onClick={() => void copy(link)}>
        {t('consoleCopy')}
      </Button>
    </div>
  )
}
