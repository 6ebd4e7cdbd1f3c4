import { api } from '../../../contract/api.ts'
import { OwnPassword } from '../../features/account/own-password.tsx'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Facts } from '../../../ui/components/facts.tsx'
import { Form } from '../../../ui/components/form.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { call } from '../../../ui/http/client.ts'
import { useWords } from '../../words/language.ts'
import { useLockFacts } from './use-lock-facts.ts'

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
