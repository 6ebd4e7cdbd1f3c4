import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { api } from '../../../contract/api.ts'
import type { Connected, FeedDevice, NamedDevice } from '../../../contract/lines.ts'
import { systemName } from '../../../contract/systems.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { List, ListRow, RowPress } from '../../../ui/components/list.tsx'
import { call } from '../../../ui/http/client.ts'
import { QrCode } from '../../../ui/qr/qr-code.tsx'
import { failureText } from '../../../ui/words/failure-text.ts'
import { agoText } from '../../../ui/words/moment-text.ts'
import { useLanguage } from '../../../ui/words/word-store.ts'
import { useCopy } from '../../features/account/use-copy.ts'
import { useWords } from '../../words/language.ts'
import css from './other-device.module.css'

const LOOK_MS = 2000

/** A code for another phone, and how far that phone has come. Mounted only while its sheet is open. */
export function OtherDevice({ url }: { url: string }) {
  const t = useWords('line-list')
  const words = useWords('import-lines')
  const copy = useCopy()
  const devices = useQuery({
    queryKey: ['feed-devices'],
    queryFn: () => call(api.lines.devices, {}, { skipRecent: true }),
    refetchInterval: LOOK_MS,
  })
  const make = useMutation({ mutationFn: () => call(api.lines.deviceCode, {}), onSuccess: () => devices.refetch() })
  const takeBack = useMutation({
    mutationFn: (id: number) => call(api.lines.revokeDevice, { id }),
    onSuccess: () => devices.refetch(),
  })
  const forget = useMutation({
    mutationFn: (id: string) => call(api.lines.forgetDevice, { id }),
    onSuccess: () => devices.refetch(),
  })
  const { items, named } = devices.data ?? { items: [], named: [] }
  const waiting = items.find(({ id, expiresAt }) => id === make.data?.id && expiresAt !== null)
  const given = items.filter(({ expiresAt }) => expiresAt === null)
  const error = make.error ?? takeBack.error ?? forget.error
  return (
    <div className={css.other}>
      {waiting && make.data ? (
        <>
          <QrCode text={make.data.url} label={t('onceQr')} />
          <p className={css.note}>{t('onceNote')}</p>
          <ActionButton tone="quiet" fill busy={takeBack.isPending} onClick={() => takeBack.mutate(waiting.id)}>
            {t('onceBack')}
          </ActionButton>
        </>
      ) : (
        <>
          <QrCode text={url} label={t('subQr')} />
          <p className={css.note}>{t('scanSub')}</p>
          <OtherStage />
          <ActionButton tone="quiet" icon="copy" fill onClick={() => void copy(url)}>
            {words('copyAddress')}
          </ActionButton>
          <ActionButton tone="quiet" fill busy={make.isPending} onClick={() => make.mutate()}>
            {t('onceMake')}
          </ActionButton>
        </>
      )}
      {error ? <Callout tone="bad">{failureText(error)}</Callout> : null}
      {given.length > 0 ? <Given devices={given} onBack={(id) => takeBack.mutate(id)} /> : null}
      {named.length > 0 ? <Named devices={named} onForget={(id) => forget.mutate(id)} /> : null}
    </div>
  )
}

/** What happened at the user's address since the code was shown. */
function OtherStage() {
  const t = useWords('line-list')
  const [sinceMs] = useState(() => Date.now())
  const { data } = useQuery({
    queryKey: ['connected', 'other', sinceMs],
    queryFn: () => {
      const within = Math.min(86_400, Math.max(1, Math.ceil((Date.now() - sinceMs) / 1000)))
      return call(api.lines.connected, { within }, { skipRecent: true })
    },
    refetchInterval: ({ state }) => (state.data?.stage === 'connected' ? false : LOOK_MS),
  })
  return (
    <p className={css.stage} role="status">
      {data ? stageText(t, data) : ''}
    </p>
  )
}

type Say = ReturnType<typeof useWords<'line-list'>>

function stageText(
  t: Say,
  { stage, client, system }: Pick<Connected | FeedDevice, 'stage' | 'client' | 'system'>,
): string {
  if (stage === 'connected') return t('otherConnected')
  if (stage === 'imported') return client ? t('otherImportedTo', { client }) : t('otherImported')
  if (stage === 'opened') return system ? t('otherOpenedOn', { system: systemName(system) }) : t('otherOpened')
  return ''
}

function Given({ devices, onBack }: { devices: readonly FeedDevice[]; onBack: (id: number) => void }) {
  const t = useWords('line-list')
  return (
    <>
      <h3 className={css.title}>{t('givenTitle')}</h3>
      <List>
        {devices.map((device) => (
          <ListRow
            key={device.id}
            name={stageText(t, device)}
            end={
              <RowPress label={`${t('onceBack')} ${stageText(t, device)}`} onPress={() => onBack(device.id)}>
                {t('onceBack')}
              </RowPress>
            }
          />
        ))}
      </List>
      <p className={css.note}>{t('givenNote')}</p>
    </>
  )
}

/** Devices that their clients name: each holds one of the plan's places, and an old phone can give its own up. */
function Named({ devices, onForget }: { devices: readonly NamedDevice[]; onForget: (id: string) => void }) {
  const t = useWords('line-list')
  const language = useLanguage()
  const nameOf = ({ client, system }: NamedDevice) =>
    [client, system && systemName(system)].filter(Boolean).join(' · ') || t('namedUnknown')
  return (
    <>
      <h3 className={css.title}>{t('namedTitle')}</h3>
      <List>
        {devices.map((device) => (
          <ListRow
            key={device.id}
            name={t('namedSeen', { name: nameOf(device), ago: agoText(device.seenAt, language) })}
            end={
              <RowPress label={t('namedForgetLabel', { name: nameOf(device) })} onPress={() => onForget(device.id)}>
                {t('namedForget')}
              </RowPress>
            }
          />
        ))}
      </List>
      <p className={css.note}>{t('namedNote')}</p>
    </>
  )
}
