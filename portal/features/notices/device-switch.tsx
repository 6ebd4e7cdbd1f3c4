import { Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { ApiError } from '../../../ui/http/api-error.ts'
import { call } from '../../../ui/http/client.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useWords } from '../../words/language.ts'
import css from './notices-sheet.module.css'
import { findPlace, markOf, subscribe } from './push-device.ts'

const KEY = ['push'] as const

/** Reminders as notifications of this browser. Absent where the browser has none. */
export function DeviceSwitch() {
  const t = useWords('reminders')
  const queries = useQueryClient()
  const { data } = useQuery({ queryKey: KEY, queryFn: readState })
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (on: boolean) => {
      if (on) await call(api.push.start, await subscribe(data!.key))
      else if (data!.mark !== null) await call(api.push.stop, { mark: data!.mark })
    },
    onError: (error) => showMessage('error', error instanceof ApiError ? failureText(error) : t('notOn')),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  })
  if (!data || data.place === 'none') return null
  if (data.place === 'home') return <li className={`soft ${css.remind}`}>{t('homeScreenFirst')}</li>
  const isDenied = data.place === 'denied'
  return (
    <li className={css.remind}>
      <Switch
        size="md"
        labelPosition="left"
        label={t('onThisDevice')}
        description={t(isDenied ? 'notAllowed' : 'onThisDeviceText')}
        disabled={isDenied}
        checked={isPending ? variables : data.isOn}
        onChange={(event) => mutate(event.currentTarget.checked)}
      />
    </li>
  )
}

async function readState() {
  const place = await findPlace()
  if (typeof place === 'string') return { place, key: '', mark: null, isOn: false }
  const { key, marks } = await call(api.push.show, {})
  const mark = place.subscription && (await markOf(place.subscription))
  return { place: 'here', key, mark, isOn: mark !== null && marks.includes(mark) } as const
}
