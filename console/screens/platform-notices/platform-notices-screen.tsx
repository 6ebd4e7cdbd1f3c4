import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { PlatformNotice } from '../../../contract/console/platform-notices.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { StateWord, type StateTone } from '../../../ui/components/state-word.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { ScreenActions } from '../../features/screen/screen-actions.tsx'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { Section } from '../../features/show/section.tsx'
import { TextButton } from '../../features/show/text-button.tsx'
import { When } from '../../features/show/when.tsx'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import css from './platform-notices.module.css'
import { TellSheet } from './tell-sheet.tsx'

const tones: Record<PlatformNotice['state'], StateTone> = {
  live: 'good',
  waiting: 'busy',
  over: 'off',
  withdrawn: 'off',
}

/** The platform's notices to the users of all resellers, or to the resellers themselves. */
export default function PlatformNoticesScreen() {
  const t = useWords('platform-notices')
  const mayWrite = useMay()('notices.write')
  const [isWriting, setWriting] = useState(false)
  const [asked, setAsked] = useState<PlatformNotice | null>(null)
  const query = useQuery({
    queryKey: [consoleApi.platformNotices.list.path],
    queryFn: () => call(consoleApi.platformNotices.list, {}),
  })
  const again = () => void query.refetch()
  return (
    <>
      {mayWrite ? (
        <ScreenActions>
          <ActionButton icon="plus" onClick={() => setWriting(true)}>
            {t('write')}
          </ActionButton>
        </ScreenActions>
      ) : null}
      <Section title={t('title')} text={t('text')}>
        <Loaded query={query} failed={t('loadFailed')} bones={<Bones count={4} height={60} />}>
          {({ rows }) =>
            rows.length === 0 ? (
              <EmptyPart topic="notice" title={t('empty')} text={t('emptyText')} />
            ) : (
              <ul>
                {rows.map((row) => (
                  <li key={`${row.to} ${row.id}`} className={css.row}>
                    <span className={css.words}>
                      <strong>{row.title}</strong>
                      <span className={css.faint}>
                        {t(`to_${row.to}`)} · <When at={row.publishedAt} /> · {t('read', { count: row.readCount })}
                      </span>
                    </span>
                    <StateWord tone={tones[row.state]}>{t(row.state)}</StateWord>
                    {mayWrite && (row.state === 'live' || row.state === 'waiting') ? (
                      <TextButton tone="quiet" onClick={() => setAsked(row)}>
                        {t('withdraw')}
                      </TextButton>
                    ) : null}
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </Section>
      {isWriting ? <TellSheet onClose={() => setWriting(false)} onDone={again} /> : null}
      {asked ? (
        <ConfirmSheet
          opened
          onClose={() => setAsked(null)}
          title={t('withdrawTitle', { title: asked.title })}
          button={t('withdraw')}
          tone="danger"
          isFinal
          act={async () => {
            await call(consoleApi.platformNotices.withdraw, { to: asked.to, id: asked.id })
            showMessage('success', t('withdrawn'))
            again()
          }}
        >
          <p>{t('withdrawText')}</p>
        </ConfirmSheet>
      ) : null}
    </>
  )
}
