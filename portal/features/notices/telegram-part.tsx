import { Button, Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import { telegramKinds, type TelegramKind } from '../../../contract/telegram-kinds.ts'
import type { TelegramState } from '../../../contract/telegram.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { RowPress } from '../../../ui/components/list.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { call } from '../../../ui/http/client.ts'
import { QrCode } from '../../../ui/qr/qr-code.tsx'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useWords } from '../../words/language.ts'
import shared from './notices-sheet.module.css'
import css from './telegram-part.module.css'

const KEY = ['telegram'] as const
const ASK_MS = 3000

/** The user's Telegram chat. Absent while the shop has no bot. */
export function TelegramPart() {
  const t = useWords('reminders')
  const queries = useQueryClient()
  const link = useMutation({ mutationFn: () => call(api.telegram.link, {}), onError: fail })
  const query = useQuery({
    queryKey: KEY,
    queryFn: () => call(api.telegram.show, {}),
    // While a link is open: it is used in another app.
    refetchInterval: ({ state }) => (link.data && !isHearing(state.data) ? ASK_MS : false),
  })
  const change = useMutation({
    mutationFn: (input: { kind: TelegramKind; on: boolean } | 'unbind') =>
      input === 'unbind' ? call(api.telegram.unbind, {}) : call(api.telegram.hear, input),
    onSuccess: (state) => {
      link.reset()
      queries.setQueryData(KEY, state)
    },
    onError: fail,
  })
  const { data } = query
  if (!data || (data.bot === null && data.bound === null)) return null
  return (
    <section className={css.part} aria-labelledby="telegram-part">
      <h3 id="telegram-part">{t('telegram')}</h3>
      {isHearing(data) ? (
        <>
          <div className={css.bound}>
            <p className="soft">{t('telegramBound', { name: data.bound?.name ?? '' })}</p>
            <RowPress label={t('telegramUnbind')} onPress={() => change.mutate('unbind')}>
              {t('telegramUnbind')}
            </RowPress>
          </div>
          <ul>
            {telegramKinds.map((kind) => (
              <li key={kind} className={shared.remind}>
                <Switch
                  size="md"
                  labelPosition="left"
                  label={t(`telegram_${kind}`)}
                  checked={shownOn(kind)}
                  onChange={(event) => change.mutate({ kind, on: event.currentTarget.checked })}
                />
              </li>
            ))}
          </ul>
        </>
      ) : (
        <>
          <p className="soft">{t(data.bound ? 'telegramBlocked' : 'telegramText')}</p>
          {link.data ? (
            <Link url={link.data.url} />
          ) : (
            <ActionButton tone="quiet" fill busy={link.isPending} onClick={() => link.mutate()}>
              {t('telegramBind')}
            </ActionButton>
          )}
        </>
      )}
    </section>
  )

  function shownOn(kind: TelegramKind): boolean {
    const wish = change.isPending && change.variables !== 'unbind' ? change.variables : null
    return wish?.kind === kind ? wish.on : (data?.hears.includes(kind) ?? false)
  }
}

/** A real link: browsers block a window that opens by itself. */
function Link({ url }: { url: string }) {
  const t = useWords('reminders')
  return (
    <div className="gap3">
      <Button component="a" href={url} target="_blank" rel="noreferrer noopener">
        {t('telegramOpen')}
      </Button>
      <div className={css.code}>
        <QrCode text={url} label={t('telegramQr')} />
      </div>
      <p className="soft">{t('telegramOpenText')}</p>
    </div>
  )
}

function isHearing(state: TelegramState | undefined): boolean {
  return state?.bound !== undefined && state.bound !== null && !state.bound.isBlocked
}

function fail(error: unknown): void {
  showMessage('error', failureText(error))
}
