import { lazy, Suspense, useState } from 'react'

import type { ShownUser } from '../../../contract/console/user-fields.ts'
import { loadChunk } from '../../../ui/http/load-chunk.ts'
import { Tags } from '../../features/tags/tags.tsx'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import css from './user.module.css'

const TagsSheet = lazy(() => loadChunk(() => import('./tags-sheet.tsx')))

/** The user's words, and the way to change them. */
export function TagsLine({ user }: { user: ShownUser }) {
  const t = useWords('user')
  const may = useMay()
  const [sheet, setSheet] = useState<'never' | 'open' | 'closed'>('never')
  return (
    <>
      <Tags tags={user.tags} />
      {may('users.help') ? (
        <button type="button" className={css.retag} onClick={() => setSheet('open')}>
          {user.tags.length === 0 ? `+ ${t('tags')}` : t('tagsChange')}
        </button>
      ) : null}
      {sheet === 'never' ? null : (
        <Suspense>
          <TagsSheet key={user.tags.join()} user={user} opened={sheet === 'open'} onClose={() => setSheet('closed')} />
        </Suspense>
      )}
    </>
  )
}
