import { AuthSheet } from '../../../ui/components/auth/auth-sheet.tsx'
import { Button } from '../../../ui/components/auth/button.tsx'
import { useWords } from '../../words/language.ts'
import css from './agreement-sheet.module.css'

/** Which text is open, and whether agreeing also sends the form. */
export type Reading = { text: 'agreement' | 'privacy'; isLast: boolean }
type Props = { reading: Reading | null; url: string; onAgree: () => void; onClose: () => void }

/** The texts on the page itself, so that nobody loses what was typed. Loaded with the first look at them. */
export default function AgreementSheet({ reading, url, onAgree, onClose }: Props) {
  const t = useWords('register')
  const base = useWords('base')
  const title = t(reading?.text ?? 'agreement')
  return (
    <AuthSheet opened={reading !== null} onClose={onClose} title={title} closeLabel={base('close')}>
      <div className="gap3">
        {/* Our own plain page: it needs neither scripts nor an origin. */}
        <iframe
          className={css.text}
          title={title}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          referrerPolicy="no-referrer"
          src={reading?.text === 'privacy' ? `${url}#privacy` : url}
        />
        <Button onClick={onAgree}>{t(reading?.isLast ? 'agreeSubmit' : 'agreeNow')}</Button>
      </div>
    </AuthSheet>
  )
}
