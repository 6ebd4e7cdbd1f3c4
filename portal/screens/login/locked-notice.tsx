import { Link } from 'react-router'

import { Notice } from '../../../ui/components/auth/notice.tsx'
import { useWords } from '../../words/language.ts'

/** The account has to be unlocked first. */
export function LockedNotice({ userName }: { userName: string }) {
  const t = useWords('login')
  return (
    <Notice tone="bad">
      {t('locked')}
      {/* The name travels in the history entry, not in the address. */}
      <Link to="/find_pass?unlock=1" state={{ userName }}>
        {t('unlock')}
      </Link>
    </Notice>
  )
}
