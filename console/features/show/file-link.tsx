import { Button } from '@mantine/core'

import { Icon } from '../../../ui/components/icon.tsx'
import { useWords } from '../../words/language.ts'

/** For a file that the server answers with as it is: `fileAddress` gives the address. */
export function FileLink({ href }: { href: string }) {
  const t = useWords('base')
  return (
    <Button component="a" href={href} download variant="light" leftSection={<Icon name="download" size={18} />}>
      {t('exportCsv')}
    </Button>
  )
}
