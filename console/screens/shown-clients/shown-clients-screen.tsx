import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { System } from '../../../contract/systems.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { Checkbox } from '../../features/form/fields.tsx'
import { Section } from '../../features/show/section.tsx'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import css from './shown-clients.module.css'

type Row = { clientId: string; name: string; systems: System[]; isShown: boolean }

/** Which of the operator's clients this shop shows. */
export default function ShownClientsScreen() {
  const t = useWords('clients')
  const query = useQuery({
    queryKey: [consoleApi.shownClients.list.path],
    queryFn: () => call(consoleApi.shownClients.list, {}),
  })
  return (
    <Loaded query={query} failed={t('loadFailed')} card={t('title')} bones={<Bones count={6} height={44} />}>
      {({ rows }) => <Choice key={query.dataUpdatedAt} rows={rows} onSaved={() => void query.refetch()} />}
    </Loaded>
  )
}

function Choice({ rows, onSaved }: { rows: readonly Row[]; onSaved: () => void }) {
  const t = useWords('clients')
  const mayWrite = useMay()('brand.write')
  const [hidden, setHidden] = useState(() => rows.filter(({ isShown }) => !isShown).map(({ clientId }) => clientId))
  const [busy, setBusy] = useState(false)
  const toggle = (id: string, on: boolean) => setHidden(on ? hidden.filter((one) => one !== id) : [...hidden, id])
  async function save(): Promise<void> {
    setBusy(true)
    try {
      await call(consoleApi.shownClients.save, { hiddenIds: hidden })
      showMessage('success', t('saved'))
      onSaved()
    } catch (error) {
      showMessage('error', failureText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Section title={t('shownTitle')} text={t('shownText')}>
      <div className={css.rows}>
        {rows.map(({ clientId, name, systems }) => (
          <Checkbox
            key={clientId}
            name="hiddenIds"
            label={name}
            description={systems.map((system) => t(system)).join(' · ')}
            checked={!hidden.includes(clientId)}
            disabled={!mayWrite}
            onChange={(event) => toggle(clientId, event.currentTarget.checked)}
          />
        ))}
      </div>
      {mayWrite ? (
        <ActionButton busy={busy} onClick={() => void save()}>
          {t('save')}
        </ActionButton>
      ) : null}
    </Section>
  )
}
