import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'

import { api } from '../../../contract/api.ts'
import { maskAddress } from '../../../contract/mask.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Card } from '../../../ui/components/card.tsx'
import { Facts, type Fact } from '../../../ui/components/facts.tsx'
import { Form } from '../../../ui/components/form.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { call } from '../../../ui/http/client.ts'
import { OwnPassword } from '../../features/account/own-password.tsx'
import { SupportLink } from '../../features/account/support-link.tsx'
import { userPath } from '../../paths.ts'
import { useKnownInfo } from '../../state/known-info.ts'
import { useHasMail } from '../../state/reseller-facts.ts'
import { useWords } from '../../words/language.ts'
import css from './freeze-account.module.css'

export function LockCard({ canLock, onLocked }: { canLock: boolean; onLocked: () => void }) {
  const t = useWords('freeze-account')
  const facts = useLockFacts()
  const [asking, setAsking] = useState(false)
  return (
    <Card title={t('lockTitle')}>
      <p className={css.intro}>{t('lockIntro')}</p>
      <div className={css.action}>
        {canLock ? (
          <ActionButton tone="dangerQuiet" icon="lock" onClick={() => setAsking(true)}>
            {t('lock')}
          </ActionButton>
        ) : (
          <CannotLock />
        )}
      </div>
      <Facts facts={facts} />
      <LockSheet opened={asking} onClose={() => setAsking(false)} onLocked={onLocked} />
    </Card>
  )
}

/** Without a verified address, or without mail, nobody could unlock the account again. */
function CannotLock() {
  const t = useWords('freeze-account')
  const hasMail = useHasMail()
  if (!hasMail) {
    return (
      <>
        <p className="soft">{t('lockMailOff')}</p>
        <SupportLink />
      </>
    )
  }
  return (
    <>
      <p className="soft">{t('lockNeedsEmail')}</p>
      <Button component={Link} to={userPath('emailBind')} variant="light">
        {t('goBind')}
      </Button>
    </>
  )
}

type Props = { opened: boolean; onClose: () => void; onLocked: () => void }

export function LockSheet({ opened, onClose, onLocked }: Props) {
  const t = useWords('freeze-account')
  const base = useWords('base')
  return (
    <Sheet opened={opened} onClose={onClose} title={t('lockAsk')} closeLabel={base('close')}>
      <LockForm onLocked={onLocked} />
    </Sheet>
  )
}

function LockForm({ onLocked }: { onLocked: () => void }) {
  const t = useWords('freeze-account')
  const account = useWords('account')
  const facts = useLockFacts()
  const form = useSubmit({
    rules: { passWord: { label: account('password'), required: true } },
    exact: ['passWord'],
    refusals: { 'auth.wrong_password': 'passWord', 'auth.password_required': 'passWord' },
    send: async ({ passWord }) => {
      await call(api.accounts.freeze, { type: 'lock', passWord })
      onLocked()
    },
  })
  return (
    <div className="gap4">
      <Facts facts={facts} />
      <Form onSubmit={form.onSubmit} failure={form.failure}>
        <OwnPassword error={form.problems.passWord} />
        <ActionButton type="submit" tone="danger" fill busy={form.busy}>
          {t('lockNow')}
        </ActionButton>
      </Form>
    </div>
  )
}

/** What locking does, shown on the card and again in the sheet. */
export function useLockFacts(): readonly Fact[] {
  const t = useWords('freeze-account')
  const email = useKnownInfo((info) => (info.emailVerified ? info.email : null))
  const way = email ? t('lockBackText', { address: maskAddress(email) }) : t('lockBackPlain')
  return [
    { icon: 'devices', title: t('lockOut'), text: t('lockOutText') },
    { icon: 'mail', title: t('lockBack'), text: way },
  ]
}
