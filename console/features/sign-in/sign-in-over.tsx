import { Sheet } from '../../../ui/components/sheet.tsx'
import { useAsked } from '../../session/asking.ts'
import { useSessionState } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { SignInForm } from './sign-in-form.tsx'
import css from './sign-in-over.module.css'

/** Shown when the session ended while a member was working. */
export default function SignInOver() {
  const t = useWords('signin')
  const base = useWords('base')
  const asked = useAsked((state) => state.asked)
  const state = useSessionState()
  return (
    <Sheet
      opened={asked !== null}
      onClose={() => asked?.settle(false)}
      title={t('overTitle')}
      closeLabel={base('close')}
    >
      <div className={css.stack}>
        <p className={css.text}>{t('overText')}</p>
        <SignInForm {...(state.at === 'in' ? { name: state.session.member.name } : {})} />
      </div>
    </Sheet>
  )
}
