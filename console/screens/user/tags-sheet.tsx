import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { TagsInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import { staffLimits } from '../../../contract/console/staff-limits.ts'
import type { ShownUser } from '../../../contract/console/user-fields.ts'
import { EditRoom } from '../../features/form/edit-room.tsx'
import { guarded } from '../../features/form/fields.tsx'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { useUserChoices, userChoicesKey } from '../../features/user/use-user-choices.ts'
import { useReloadUser } from '../../features/user/use-user.ts'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'

/** Its styles come with this sheet alone. */
const Tags = guarded<ComponentProps<typeof TagsInput>>(TagsInput)
type Props = { user: ShownUser; opened: boolean; onClose: () => void }

/** The user's words: picked among those in use, or new ones. */
export default function TagsSheet({ user, ...sheet }: Props) {
  const t = useWords('user')
  const base = useWords('base')
  const choices = useUserChoices()
  const queries = useQueryClient()
  const reload = useReloadUser(user.id)
  const [tags, setTags] = useState<string[]>(user.tags)
  async function save(): Promise<void> {
    await call(consoleApi.user.tag, { id: user.id, tags })
    void queries.invalidateQueries({ queryKey: userChoicesKey })
    await reload()
  }
  return (
    <ConfirmSheet {...sheet} title={t('tagsTitle', { name: user.userName })} button={base('save')} act={save}>
      <div className="gap3">
        <p>{t('tagsText')}</p>
        {/* A choice is not work that could be lost. */}
        <EditRoom unsaved={false}>
          <Tags
            name="tags"
            label={t('tags')}
            placeholder={tags.length < staffLimits.tagsPerUser ? t('tagsHint') : ''}
            data={choices.tags}
            value={tags}
            maxTags={staffLimits.tagsPerUser}
            maxLength={staffLimits.tagLength}
            splitChars={[',', '，', '、']}
            acceptValueOnBlur
            onChange={setTags}
          />
        </EditRoom>
      </div>
    </ConfirmSheet>
  )
}
