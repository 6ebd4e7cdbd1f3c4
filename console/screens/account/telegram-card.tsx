import { Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Static } from 'typebox'

import { consoleApi } from '../../../contract/console/api.ts'
import type { TelegramStaffKind } from '../../../contract/telegram-kinds.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { QrCode } from '../../../ui/qr/qr-code.tsx'
import { failureText } from '../../../ui/words/failure-text.ts'
import { Section } from '../../features/show/section.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import css from './account.module.css'

type State = Static<typeof consoleApi.telegram.show.output>

const KEY = ['telegram', 'own'] as const
const ASK_MS = 3000
const words = {
  ticket: 'telegramKind_ticket',
  withdrawal: 'telegramKind_withdrawal',
  payment: 'telegramKind_payment',
} as const satisfies Record<TelegramStaffKind, string>

/** The member's own chat in Telegram. */
export function TelegramCard() {
  const t = useWords('account')
  const base = useWords('base')
  const link = useMutation({ mutationFn: () => call(consoleApi.telegram.link, {}), onError: fail })
  const query = useQuery({
    queryKey: KEY,
    queryFn: () => call(consoleApi.telegram.show, {}),
    // While a link is open: it is used in another app.
    refetchInterval: ({ state }) => (link.data && !isHearing(state.data) ? ASK_MS : false),
  })
  return (
    <Section title={t('partTelegram')} text={t('telegramText')}>
      <Loaded query={query} failed={base('loadFailed')} bones={<Bones count={1} height={56} />} bonesClass={css.stack}>
        {(state) =>
          isHearing(state) ? (
            <Heard state={state} onEnd={() => link.reset()} />
          ) : (
            <div className={css.stack}>
              {state.bot === null ? <p className={css.text}>{t('telegramNoBot')}</p> : null}
              {state.bound ? <p className={css.text}>{t('telegramBlocked')}</p> : null}
              {link.data ? <Link url={link.data.url} /> : null}
              {link.data || state.bot === null ? null : (
                <div className={css.actions}>
                  <ActionButton tone="quiet" busy={link.isPending} onClick={() => link.mutate()}>
                    {t('telegramBind')}
                  </ActionButton>
                </div>
              )}
            </div>
          )
        }
      </Loaded>
    </Section>
  )
}

function Heard({ state, onEnd }: { state: State; onEnd: () => void }) {
  const t = useWords('account')
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: (input: { kind: TelegramStaffKind; on: boolean } | 'unbind') =>
      input === 'unbind' ? call(consoleApi.telegram.unbind, {}) : call(consoleApi.telegram.hear, input),
    onSuccess: (next) => {
      onEnd()
      queries.setQueryData(KEY, next)
    },
    onError: fail,
  })
  const wish = change.isPending && change.variables !== 'unbind' ? change.variables : null
  return (
    <div className={css.stack}>
      <p className={css.text}>{t('telegramBound', { name: state.bound?.name ?? '' })}</p>
      {state.kinds.map(({ kind, isOn }) => (
        <Switch
          key={kind}
          className={css.kind!}
          size="md"
          labelPosition="left"
          label={t(words[kind])}
          checked={wish?.kind === kind ? wish.on : isOn}
          onChange={(event) => change.mutate({ kind, on: event.currentTarget.checked })}
        />
      ))}
      <div className={css.actions}>
        <ActionButton tone="quiet" onClick={() => change.mutate('unbind')}>
          {t('telegramUnbind')}
        </ActionButton>
      </div>
    </div>
  )
}

/** A real link: browsers block a window that opens by itself. */
function Link({ url }: { url: string }) {
  const t = useWords('account')
  return (
    <>
      <a className={css.open} href={url} target="_blank" rel="noreferrer noopener">
        {t('telegramOpen')}
      </a>
      <QrCode text={url} label={t('telegramQr')} />
      <p className={css.text}>{t('telegramOpenText')}</p>
    </>
  )
}

function isHearing(state: State | undefined): boolean {
  return state?.bound !== undefined && state.bound !== null && !state.bound.isBlocked
}

function fail(error: unknown): void {
  showMessage('error', failureText(error))
}
