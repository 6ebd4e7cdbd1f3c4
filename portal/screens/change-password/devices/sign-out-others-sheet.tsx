import { ActionButton } from '../../../../ui/components/action-button.tsx'
import { Callout } from '../../../../ui/components/auth/callout.tsx'
import { Sheet } from '../../../../ui/components/sheet.tsx'
import { showMessage } from '../../../../ui/components/toast-store.ts'
import { failureText } from '../../../../ui/words/failure-text.ts'
import { useWords } from '../../../words/language.ts'
import { useRevoke } from './device-row.tsx'
import css from './devices.module.css'

export function SignOutOthersSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useWords('change-password')
  const base = useWords('base')
  const { mutate, isPending, error } = useRevoke()
  const signOut = () =>
    mutate(
      { all: true },
      {
        onSuccess: ({ revoked }) => {
          showMessage('success', t('signedOutMany', { count: revoked }))
          onClose()
        },
      },
    )
  return (
    <Sheet opened={opened} onClose={onClose} title={t('signOutOthersAsk')} closeLabel={base('close')}>
      <div className={css.sheet}>
        <p>{t('signOutOthersText')}</p>
        {error ? <Callout tone="bad">{failureText(error)}</Callout> : null}
        <ActionButton fill busy={isPending} onClick={signOut}>
          {t('signOutOthersNow')}
        </ActionButton>
      </div>
    </Sheet>
  )
}
