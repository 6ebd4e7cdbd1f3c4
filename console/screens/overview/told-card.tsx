import { useQuery } from '@tanstack/react-query'

import { consoleApi } from '../../../contract/console/api.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { NoticeBody } from '../../../ui/components/notice-body.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { Section } from '../../features/show/section.tsx'
import { When } from '../../features/show/when.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'

/** The platform's notices to resellers, until this member has read them. */
export function ToldCard() {
  const t = useWords('overview')
  const query = useQuery({
    queryKey: [consoleApi.told.list.path],
    queryFn: () => call(consoleApi.told.list, {}, { quiet: true }),
  })
  async function read(toldId: number): Promise<void> {
    try {
      await call(consoleApi.told.read, { toldId })
      await query.refetch()
    } catch (error) {
      showMessage('error', failureText(error))
    }
  }
  return (query.data?.rows ?? []).map(({ toldId, title, blocks, publishedAt }) => (
    <Section key={toldId} title={t('told', { title })} end={<When at={publishedAt} ago />}>
      <NoticeBody blocks={blocks} onLeave={() => {}} />
      <div>
        <ActionButton tone="quiet" onClick={() => void read(toldId)}>
          {t('toldRead')}
        </ActionButton>
      </div>
    </Section>
  ))
}
