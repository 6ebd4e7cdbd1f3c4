import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Static } from 'typebox'

import { api } from '../../../../contract/api.ts'
import { ListRow, Mark, RowPress } from '../../../../ui/components/list.tsx'
import { showMessage } from '../../../../ui/components/toast-store.ts'
import { deviceName } from '../../../../ui/device/device-name.ts'
import { call } from '../../../../ui/http/client.ts'
import { failureText } from '../../../../ui/words/failure-text.ts'
import { agoText, momentText } from '../../../../ui/words/moment-text.ts'
import { useLanguage } from '../../../../ui/words/word-store.ts'
import { SESSIONS_KEY } from '../../../features/account/use-sessions.ts'
import { useWords } from '../../../words/language.ts'

const localNames = { App: 'app', WeChat: 'wechat', Alipay: 'alipay' } as const

export function DeviceRow({ session }: { session: Session }) {
  const t = useWords('change-password')
  const language = useLanguage()
  const { mutate, isPending } = useRevoke()
  const { browser, system, kind } = deviceName(session.userAgent)
  const local = browser !== null && browser in localNames ? t(localNames[browser as keyof typeof localNames]) : browser
  const name = [local, system].filter((part) => part !== null).join(' · ') || t('unknownDevice')
  const signOut = () =>
    mutate(
      { id: session.id },
      {
        onSuccess: () => showMessage('success', t('signedOutOne')),
        onError: (error) => showMessage('error', failureText(error)),
      },
    )
  return (
    <ListRow
      sign={kind === 'phone' ? 'phone' : 'devices'}
      name={<span title={session.userAgent}>{name}</span>}
      mark={session.current ? <Mark tone="good">{t('current')}</Mark> : null}
      about={
        <>
          <span>{session.address ?? t('noAddress')}</span>
          {session.remembered ? <span>{t('remembered')}</span> : null}
          <time dateTime={session.seenAt} title={momentText(session.seenAt)}>
            {t('seenAgo', { ago: agoText(session.seenAt, language) })}
          </time>
        </>
      }
      end={
        session.current ? null : (
          <RowPress label={t('signOutLabel', { name })} isBusy={isPending} onPress={signOut}>
            {t('signOutDevice')}
          </RowPress>
        )
      }
    />
  )
}

export type Session = Static<typeof api.sessions.list.output>['items'][number]

/** Signs out one device by its id, or all others. */
export function useRevoke() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (which: { id: string } | { all: true }) => call(api.sessions.revoke, which),
    // Even after a refusal: the device may have signed out in the meantime.
    onSettled: () => queries.invalidateQueries({ queryKey: SESSIONS_KEY }),
  })
}
